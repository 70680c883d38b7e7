//! KB 9.5 Rolling barrages and KB 9.6 SOS barrages.
