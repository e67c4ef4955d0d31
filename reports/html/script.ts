/**
 * The page's script: filters of the findings. Without it every finding is shown and the filters are not. It reads only data
 * attributes and makes no markup, so nothing in a report can reach it as code.
 */
export const SCRIPT = `
'use strict';
(() => {
  const form = document.getElementById('filters');
  const status = document.getElementById('shown');
  if (form === null || status === null) return;
  const articles = [...document.querySelectorAll('article[data-facets]')]
    .map((element) => ({ element, facets: JSON.parse(element.dataset.facets) }));
  const selects = [...form.querySelectorAll('select')];
  const matches = (facets) => selects.every(({ name, value }) => value === '' || facets[name].includes(value));
  const apply = () => {
    let shown = 0;
    for (const { element, facets } of articles) {
      element.hidden = !matches(facets);
      if (!element.hidden) shown += 1;
    }
    status.textContent = 'Showing ' + shown + ' of ' + articles.length + (articles.length === 1 ? ' finding' : ' findings');
  };
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || !target.hidden) return;
    form.reset();
    apply();
    target.scrollIntoView();
  };
  form.addEventListener('change', apply);
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#finding-"]') : null;
    if (link !== null && link.hash === location.hash) reveal();
  });
  const opened = [];
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
  });
  addEventListener('afterprint', () => { for (const details of opened.splice(0)) details.open = false; });
  form.hidden = false;
  apply();
  reveal();
})();
`;
