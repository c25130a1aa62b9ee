import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const row = (name: string, country: string) =>
	`<tr><td><input type="checkbox" aria-label="Select"></td><td>${name}</td><td>${country}</td></tr>`;
const guests = (rows: string) =>
	page(
		`<h1>Guests</h1><span>2 Items</span><table><tr><th></th><th>Name</th><th>Country</th></tr>${rows}</table>
<div role="search"><input type="text" aria-describedby="hint" oninput="told.textContent='looked for '+this.value"><p id="hint">Search for a guest by name or country, e.g., Ada.</p></div><p id="told"></p>
<section><h2>Installation</h2><p>npm install <b>tide-table@1.1.0</b></p></section><section><h2>Older</h2><p>npm install tide-table@1.0.0</p></section>
<div class="dialog"><p>Unsaved changes</p><p>Are you sure you want to leave this page?</p></div>`,
	);
const two = guests(row('Ada Holm', 'Norway') + row('Bruno Keita', 'Mali'));
const one = guests(row('Ada Holm', 'Norway'));

it.each([
	['The list says 2 Items at the top', two, true],
	['The list says 3 Items at the top', two, false],
	['Just one guest remains, Ada Holm from Norway', one, true],
	['Just one guest remains, Ada Holm from Mali', one, false],
	['Just one guest remains, Ada Holm from Norway', two, false],
	['Ada is the first guest in the table, Bruno the last', two, true],
	['Bruno is the first guest in the table, Ada the last', two, false],
	['The installation box now offers npm install tide-table@1.1.0', two, true],
	['The installation box now offers npm install tide-table@1.0.0', two, false],
	['A warning about unsaved changes asks Are you sure you want to leave this page?', two, true],
	['A warning about unsaved changes asks Are you sure you want to delete this page?', two, false],
	['A warning about deleted guests asks Are you sure you want to leave this page?', two, false],
])('tells what is asked and written: %s', async (claim, body, holds) => {
	const {url} = await serveSite({'/': body});
	const {status} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 2500});
	expect(status).toBe(holds ? 'passed' : 'failed');
});

it('ticks a row, and types into the field that searches for what is said', async () => {
	const {url} = await serveSite({'/': two});
	const run = (...steps: string[]) => bench.run(url, ['Open the home page', ...steps], {stepTimeoutMs: 2500});
	const ticked = await run('Tick the row of Bruno Keita', '! The checkbox in the row of Bruno Keita is checked');
	expect(ticked).toMatchObject({status: 'passed', error: null});
	const other = await run('Tick the row of Bruno Keita', '! The checkbox in the row of Ada Holm is checked');
	expect(other.status).toBe('failed');
	const typed = await run(
		'Type ^Ada into the box that searches for a guest by name',
		'! The page shows "looked for ^Ada"',
	);
	expect(typed).toMatchObject({status: 'passed', error: null});
	expect((await run('Type "x" into the box that searches for a ship by colour')).status).toBe('failed');
});
