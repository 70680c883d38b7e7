//! Rule cases.
