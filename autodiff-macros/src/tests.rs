//! Snapshots and properties of the phases.
