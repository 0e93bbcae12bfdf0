#include "CBoostMath.h"

#include <boost/math/distributions/students_t.hpp>

// No exception may reach Swift: what cannot be computed is not a number.
using policy = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::errno_on_error>,
    boost::math::policies::pole_error<boost::math::policies::errno_on_error>,
    boost::math::policies::overflow_error<boost::math::policies::errno_on_error>,
    boost::math::policies::evaluation_error<boost::math::policies::errno_on_error>>;
using student = boost::math::students_t_distribution<double, policy>;

double dm_student_quantile(double probability, double degrees) {
  return quantile(student(degrees), probability);
}

double dm_student_upper_tail(double value, double degrees) {
  return cdf(complement(student(degrees), value));
}
