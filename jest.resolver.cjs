/** A package whose exports name only "import" cannot be found with the require conditions: try again with "import". */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    if (/^[./]/.test(request)) throw error;
    const kept = (options.conditions ?? []).filter((condition) => condition === 'browser' || condition === 'node');
    try {
      return options.defaultResolver(request, { ...options, conditions: ['@parley/source', ...kept, 'import', 'default'] });
    } catch {
      throw error;
    }
  }
};
