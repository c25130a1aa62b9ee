import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const tool = (name: string) => `<div class="ed-palette-node"><div class="ed-palette-label">${name}</div></div>`;
const group = (name: string, tools: string[]) =>
	`<div class="ed-palette-group"><div class="ed-palette-header" style="cursor:pointer">${name}</div><div>${tools.map(tool).join('')}</div></div>`;

/** An editor of boxes: what its parts are called is said by ids and classes alone, some of them of boxes around one other. */
const editor = page(
	`<div id="ed-header"><a href="#">Deploy</a><span>Wait for it</span></div>
<div id="ed-workspace"><div>Alarm</div><div>Too warm?</div></div>
<div id="ed-palette"><form class="ed-box"><input placeholder="filter nodes"></form>
<div>${group('network', ['http in', 'http response', 'http request'])}${group('common', ['inject', 'debug'])}</div></div>
<div id="ed-flows"><form class="ed-box"><input placeholder="Search flows"></form><p>3 flows</p></div>
<div id="ed-search" class="ed-search"><form class="ed-box"><input placeholder="your flows"></form>
<div class="ed-search-results-container"><div class="ed-list"><ol><li><a href="#">Wait a bit</a></li><li><a href="#">Wait for it</a></li></ol></div></div></div>
<div id="ed-notifications"><div class="ed-notification"><p>Saved as draft</p></div></div>
<p>Read more</p>
<script>document.querySelector('#ed-palette input').oninput = event => {
	for (const one of document.querySelectorAll('.ed-palette-node')) one.style.display = one.textContent.includes(event.target.value) ? '' : 'none';
	for (const one of document.querySelectorAll('.ed-palette-group')) one.style.display = one.querySelectorAll('.ed-palette-node:not([style*=none])').length ? '' : 'none';
};</script>`,
	'Editor',
);

const run = async (steps: string[], more = {}) => bench.run((await serveSite({'/': editor})).url, steps, more);

it('are known by what boxes around them are called, and their fields and items by the place', async () => {
	const outcome = await run([
		'Type "http" into the palette filter',
		'! Only "http in", "http response" and "http request" are left in the palette',
		'! The palette shows 3 items',
		'! The palette lists "http in", "http request" and "http response"',
		'Search the palette for "inj"',
		'! The palette contains "inject"',
		'! The palette does not contain "http in"',
		'! "Wait a bit" is shown in the search results',
		'! The search results show 2 items',
		'! "Wait a bit" comes before "Wait for it" in the search results',
		'! The workspace contains the nodes "Alarm" and "Too warm?"',
		'! A notification says "Saved as draft"',
		'Type "inj" into the palette filter',
		'! Only one node is left in the palette',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.each([
	['! Only "http in" and "http response" are left in the palette', 'http request'],
	['! The palette shows 2 items', '3'],
	['! The palette lists "http in", "Wait a bit" and "http response"', 'Wait a bit'],
	['! "http in" is shown in the search results', 'http in'],
	['! A notification says "Read more"', 'Saved as draft'],
	['! "Wait for it" comes before "Wait a bit" in the search results', 'first'],
	['! The workspace contains the nodes "Alarm" and "http in"', 'http in'],
	['! There are 2 nodes left in the palette', '3'],
])('does not take what stands elsewhere for it: %s', async (claim, said) => {
	const outcome = await run(['Type "http" into the palette filter', claim], {stepTimeoutMs: 1500});
	expect(outcome.status).toBe('failed');
	expect(outcome.error).toContain(said);
});

it('has no field for searching a place that is not there', async () => {
	const outcome = await run(['Type "http" into the gallery filter'], {stepTimeoutMs: 1500});
	expect(outcome.status).not.toBe('passed');
});
