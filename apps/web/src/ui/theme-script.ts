/** Sets the theme from the stored choice, else from the system, and follows the system while nothing is stored. */
export const themeScript = `(function(){var d=document.documentElement,q=matchMedia('(prefers-color-scheme: dark)');
function set(){var c=null;try{c=localStorage.getItem('parley.theme')}catch(e){}
d.dataset.theme=c==='light'||c==='dark'?c:q.matches?'dark':'light'}
set();q.addEventListener('change',set);addEventListener('storage',set);addEventListener('parley:theme',set)})()`;
