/** In tests a class name of a CSS module is its own name. */
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? true : name === 'default' ? module.exports : String(name)) });
