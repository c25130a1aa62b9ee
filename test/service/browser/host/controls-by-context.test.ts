import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const admin = page(
	`<ul id="bar"><li><span><a id="deploy" href="#" class="disabled">Deploy</a><a href="#"></a></span></li></ul>
<nav><a href="/authors">Authors</a></nav>
<h2>Versions</h2><input id="range" aria-describedby="how"><p id="how">Search for a version by its range, such as ^1.0.0.</p>
<input id="other" aria-describedby="why"><p id="why">Kept for the next version only.</p>
<table><thead><tr><th style="cursor:pointer" onclick="pop.hidden=false"><span>Pages</span></th><th><span>Title</span></th></tr></thead>
<tbody><tr><td>3</td><td>Iron Garden</td></tr><tr><td>7</td><td>Low Tide</td></tr></tbody></table>
<div id="pop" role="menu" hidden><div role="menuitem" onclick="told.textContent='most first'">Most first</div><div role="menuitem" onclick="told.textContent='hidden'">Hide field</div></div>
<div class="row"><label for="kept">Property</label><input type="hidden" id="kept" value="payload"><span><button>msg.</button><input value="payload"></span></div>
<div class="row"><label for="gone">Operator</label><input type="hidden" id="gone" value="x"></div>
<ul><li><select><option>&gt;</option><option>&lt;</option></select></li></ul>
<p id="told"></p>
<script>range.oninput = () => { deploy.classList.remove('disabled'); told.textContent = 'filtered by ' + range.value; };</script>`,
	'Books',
);
const pages = {'/': admin, '/authors': page('<h1>Authors</h1>', 'Authors')};
const run = async (steps: string[], more = {}) => bench.run((await serveSite(pages)).url, steps, more);

it('finds a field by what describes it, the menu of a column at its head, and the state of a control that is alone in its line', async () => {
	const outcome = await run([
		'! Deploy is disabled',
		'Type "^1.0.0" into the version search field',
		'! The page shows "filtered by ^1.0.0"',
		'! Deploy can be pressed now',
		'! The Property field is "payload"',
		'From the menu of the Pages column pick "Hide field"',
		'! The page shows "hidden"',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.each([
	['! Deploy can be pressed now', 'disabled'],
	['From the menu of the Title column pick "Hide field"', ''],
	['Type "x" into the range title field', 'was not found'],
	['Choose "Ada" in the Author field', 'Author'],
	['! The Operator field is ">"', 'Operator'],
])('does not go by what is of something else: %s', async (step, said) => {
	const outcome = await run([step, '! The page shows "nothing"'], {stepTimeoutMs: 1500});
	expect(outcome.status).not.toBe('passed');
	expect(outcome.error).toContain(said);
	expect(outcome.error).toContain('step 1');
	// The way to another page is no field.
	expect(JSON.stringify(outcome)).not.toContain('/authors"');
});
