#' Title
#'
#' See \doi{https://doi.org/10.1000/182}, [x](http://dx.doi.org/10.1000/x_y) and `http://dx.doi.org/10.1000/code`. 50% of
#' <http://doi.org/10.1000/4>
#' @references <doi:10.1000/182>
#' @examples
#' # http://dx.doi.org/10.1000/ex
#' @seealso http://dx.doi.org/10.1000/9
f <- function() "http://dx.doi.org/10.1000/10" # http://dx.doi.org/10.1000/11
