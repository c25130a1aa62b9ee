import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const body = `<main><button onclick="ask.showModal()">Delete</button> <button onclick="said.textContent='page'">Cancel</button>
<dialog id="ask"><h2>Unsaved Changes</h2><p>Are you sure?</p><button onclick="ask.close()">Keep Editing</button>
<button onclick="ask.close();said.textContent='dialog'">Cancel</button></dialog><p id="said"></p>
<section aria-label="canvas"><div>http request</div><div>debug</div></section>
<table><caption>Options</caption><tr><th>Option<th>Default</tr><tr><td>size<td>12</tr><tr><td>colour<td>red</tr></table>
<ul aria-label="results"><li>Bob</li><li>Alice</li></ul><div role="alert">Saved: 3 items</div>
<label>Search <input role="combobox" aria-expanded="true" aria-controls="offers" value="gra"></label>
<ul role="listbox" id="offers"><li role="option">grape-sorter 1.2</li><li role="option">must-meter</li></ul></main>`;

async function run(...lines: string[]) {
	const {url} = await serveSite({'/': page(body)});
	return bench.start({...planJob(url, ['Open the home page', ...lines]), stepTimeoutMs: 1500}).result;
}

it('does and sees what colleagues say of dialogs, lists and messages', async () => {
	const {status, error} = await run(
		'! Only Bob and Alice remain in the results',
		'! A notification says Saved: 3 items',
		'! The first suggestion is grape-sorter',
		'! The canvas now contains a node named http request',
		'! In the Options table, the default for colour is red',
		'Click Delete',
		'! I get warned about unsaved changes',
		'Decide to keep editing',
		'! The dialog is gone',
		'Click Delete',
		'Cancel in the confirmation',
		'! "dialog" is visible',
	);
	expect({status, error}).toEqual({status: 'passed', error: null});
});

it.each([
	'Only Bob remains in the results',
	'Just Bob shows up in the results',
	'A notification says Saved: 4 items',
	'The first suggestion is must-meter',
	'The canvas now contains a node named Bob',
	'In the Options table, the default for colour is blue',
	'I get warned about unsaved changes',
	'A dialog warns about unsaved changes',
])('does not hold: %s', async claim => {
	expect((await run(`! ${claim}`)).status).toBe('failed');
});
