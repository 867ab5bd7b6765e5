//! How far an access is from failing.

use super::*;

impl Memory<'_> {
    /// 0 if the access fails, else how many bytes it would have to move to leave its object. An access of no bytes
    /// cannot fail; its distance is 1.
    pub fn distance_to_fault(&self, address: u64, size: u64, access: Access, origin: Option<u64>) -> f64 {
        if size == 0 {
            return 1.0;
        }
        if self.check(address, size, access, origin).is_err() {
            return 0.0;
        }
        let object = self.objects.at(address as u32);
        let before = address - u64::from(object.base);
        let behind = u64::from(object.size) - before - size;
        before.min(behind) as f64 + 1.0
    }
}
