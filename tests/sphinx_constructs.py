"""Pages with one DOI in each kind of construct."""

from __future__ import annotations

OLD = "http://dx.doi.org/10.1000"
SICI = "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2"
BIBTEX = "@misc{{{0}, title={{T}}, doi = {{https://doi.org/10.1000/{0}}}}}"
RST = f"""
:doi: {OLD}/field

T
=

Text {OLD}/text, `x <{OLD}/link>`_, `y`_, doi:10.1000/1\u2013a and :doi:`{OLD}/role`.
A slip DOI:`10.1000/slip`, :doi:`Kein`, https://doi.org/{SICI} and :doi:`10.1000/a
b`.

.. _y: {OLD}/target

.. |unused| replace:: {OLD}/unused

.. image:: a.svg
   :target: {OLD}/image

- In a list {OLD}/list

  .. note:: In a note {OLD}/note

+-----------------------------+
| {OLD}/cell    |
+-----------------------------+

.. code-block:: bibtex

   {BIBTEX.format("code")}

Cite::

   {BIBTEX.format("literal")}

.. code-block:: yaml

   cff-version: 1.2.0
   doi: {OLD}/cff

::

   {OLD}/no

.. raw:: html

   <a href="{OLD}/raw">x</a>

.. toctree::

   Old <{OLD}/entry>

.. unknown:: x

   {OLD}/unknown

.. only:: nothing

   {OLD}/only

.. footnotes: {OLD}/comment

.. [#f] A footnote {OLD}/footnote
"""
MYST = f"""
---
orphan: true
doi: {OLD}/matter
myst:
  substitutions:
    own: '[x]({OLD}/own)'
---
# T

Text {OLD}/text, [x]({OLD}/link), [y], <{OLD}/auto>, doi:10.1000/1--a and {{doi}}`{OLD}/role`.
A slip {{doi}} `10.1000/slip`, {{doi}}`Kein`, <https://doi.org/{SICI}> and {{{{ own }}}}.

[y]: {OLD}/definition

[unused]: {OLD}/unused

[](http://dx.doi.org/10.1000/empty) [![a](a.svg)]({OLD}/badge)

- In a list {OLD}/list

  :::{{note}}
  In a note {OLD}/note
  :::

| a |
|---|
| {OLD}/cell |

```{{code-block}} bibtex
{BIBTEX.format("code")}
```

```
{BIBTEX.format("fence")}
```

```yaml
cff-version: 1.2.0
doi: {OLD}/cff
```

<a href="{OLD}/html">x</a>

```{{eval-rst}}
`x <{OLD}/eval>`_
```

```{{unknown}} x
{OLD}/unknown
```

% {OLD}/comment

$10.1000/math$
"""
MODULE = f'''
"""A module {OLD}/module

::

   {BIBTEX.format("docstring")}
"""

VALUE = 1  #: No docstring {OLD}/comment


def function(a):
    """Do {OLD}/function.

    :param a: see :doi:`Kein` and :doi:`10.1000/a--b`
    :returns: `x <https://doi.org/{SICI}>`_
    """


class Class:
    """A class :doi:`{OLD}/class`."""

    @property
    def value(self):
        """A value DOI:`10.1000/slip`."""
'''
