/** A webpack loader that changes the text of a source file, so that a test can bundle a changed copy of a workflow. A change that finds nothing fails. */
module.exports = function replaceText(source) {
  return this.getOptions().changes.reduce((text, { find, replace }) => {
    if (text.split(find).length !== 2) throw new Error(`a changed workflow needs this text exactly once: ${find}`);
    return text.replace(find, () => replace);
  }, source);
};
