"""A module, see `its paper <http://dx.doi.org/10.1000/py-module>`_."""

NOT_A_DOCSTRING = "http://dx.doi.org/10.1000/py-string-is-left-alone"


def function(argument):
    """Do something.

    As in :doi:`https://doi.org/10.1000/py-function` and twice
    in :doi:`https://doi.org/10.1000/py-both`.

    Args:
        argument: as in :doi:`https://doi.org/10.1000/py-argument`.

    Returns:
        int: as in http://dx.doi.org/10.1000/py-returns
    """


class Class:
    r"""A class, `raw <http://dx.doi.org/10.1000/py\_raw>`_.

    References:
        .. [1] http://dx.doi.org/10.1000/py-references
    """

    def method(self):
        r"""Twice :doi:`https://doi.org/10.1000/py-both`.

        Escaped `x <http://dx.doi.org/10.1000/py\_escaped>`_.
        """


#: A variable with :doi:`https://doi.org/10.1000/py-comment`.
VARIABLE = 1
