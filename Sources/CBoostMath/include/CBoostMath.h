// Boost.Math's distributions, with a border that C and Swift can call.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The quantile of Student's t distribution: P(T <= result) = probability. Not a number unless
/// 0 < probability < 1 and degrees > 0.
double dm_student_quantile(double probability, double degrees);

/// P(T > value) of Student's t distribution. Not a number unless degrees > 0.
double dm_student_upper_tail(double value, double degrees);

#ifdef __cplusplus
}
#endif
