/**
 * The script of the page: filters of the findings and of the operations. Without the script, the page shows everything
 * and hides the filters. The script reads only data attributes and texts, and creates no markup. No text of a report
 * can therefore run as code.
 */
export const SCRIPT = `
'use strict';
(() => {
  const find = document.getElementById('find');
  if (find === null) return;
  const input = find.querySelector('input');
  const tables = [...document.querySelectorAll('.part')];
  const groups = tables.map((table) => [...table.querySelectorAll('tbody')]);
  const count = groups.flat().length;
  const look = () => {
    const wanted = input.value.trim().toLowerCase();
    tables[0].parentElement.classList.toggle('searched', wanted !== '');
    let shown = 0;
    for (const [index, table] of tables.entries()) {
      const before = shown;
      for (const group of groups[index]) {
        group.hidden = !group.rows[0].cells[0].textContent.toLowerCase().includes(wanted);
        if (!group.hidden) shown += 1;
      }
      table.hidden = shown === before;
    }
    find.querySelector('p').textContent = wanted === '' ? '' : 'Showing ' + shown + ' of ' + count + ' operations';
  };
  input.addEventListener('input', look);
  find.hidden = false;
})();
(() => {
  const target = () => {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;
    }
  };
  const reveal = () => {
    const element = target();
    if (element === null || element.closest('.matrix') === null) return;
    const only = document.getElementById('attention');
    if (only !== null && element.closest('.calm') !== null) only.checked = false;
    const input = document.querySelector('#find input');
    if (input !== null && input.value !== '') {
      input.value = '';
      input.dispatchEvent(new Event('input'));
    }
    framesLeft = 9;
    settle(element);
  };
  // The browser estimates the sizes of parts that it has not laid out yet, so the target moves until the sizes are
  // known. A reader who has moved on is not brought back.
  let framesLeft = 0;
  const settle = (element) => {
    if (framesLeft === 0 || target() !== element) return;
    framesLeft -= 1;
    element.scrollIntoView({ block: 'center' });
    requestAnimationFrame(() => settle(element));
  };
  for (const type of ['wheel', 'pointerdown', 'keydown']) addEventListener(type, () => { framesLeft = 0; }, { passive: true });
  addEventListener('hashchange', reveal);
  reveal();
})();
(() => {
  const form = document.getElementById('filters');
  const status = document.getElementById('shown');
  if (form === null || status === null) return;
  const articles = [...document.querySelectorAll('article[data-facets]')]
    .map((element) => ({ element, facets: JSON.parse(element.dataset.facets) }));
  const selects = [...form.querySelectorAll('select')];
  const text = form.querySelector('input[name=text]');
  const holds = (element, wanted) => element.textContent.toLowerCase().includes(wanted);
  const matches = (facets) => selects.every(({ name, value }) => value === '' || facets[name].includes(value));
  const apply = () => {
    let shown = 0;
    const wanted = text.value.trim().toLowerCase();
    for (const { element, facets } of articles) {
      element.hidden = !matches(facets) || !holds(element, wanted);
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
  form.addEventListener('input', apply);
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#finding-"]') : null;
    if (link !== null && link.hash === location.hash) reveal();
  });
  for (const button of document.querySelectorAll('button[data-only]')) {
    const only = JSON.parse(button.dataset.only);
    button.hidden = false;
    button.addEventListener('click', () => {
      form.reset();
      for (const select of selects) select.value = only[select.name] ?? '';
      apply();
      const first = articles.find(({ element }) => !element.hidden);
      if (first !== undefined) first.element.focus();
      form.scrollIntoView();
    });
  }
  const opened = [];
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
  });
  addEventListener('afterprint', () => { for (const details of opened.splice(0)) details.open = false; });
  form.hidden = false;
  apply();
  reveal();
})();
(() => {
  const startedAt = Number(document.documentElement.dataset.watched);
  if (!(startedAt > 0)) return;
  const input = document.querySelector('#find input');
  const form = document.getElementById('filters');
  const isUsed = () => (input !== null && input.value !== '')
    || (form !== null && [...new FormData(form).values()].some((value) => value !== ''));
  const renew = () => {
    if (document.visibilityState === 'visible' && !isUsed()) location.reload();
  };
  addEventListener('focus', renew);
  if (Date.now() - startedAt < 3600000) setInterval(() => { if (!document.hasFocus()) renew(); }, 2000);
})();
`;
