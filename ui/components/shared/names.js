// What arm number `arm` (from 0) is called, as in ui/arms/names.py.
export const armName = (names, arm) => names[arm] || `arm ${arm + 1}`
