import {expect, it} from 'vitest';
import {createPlanBench, planJob} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** As content systems draw them: heads that open menus, folded searches, captions over boxes, tabs told by class. */
const books = page(
	`<style>.pointer { cursor: pointer } .icon i::after { content: attr(data-icon) }</style>
	<header><h1>Books</h1><a class="button" href="#new"><span class="icon"><i data-icon="add"></i></span></a></header>
	<ul><li class="tab active"><a href="#all">All</a></li><li class="tab"><a href="#mine">Mine</a></li></ul>
	<ul><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ul>
	<div role="search"><span role="button" tabindex="0" aria-label="Search" onclick="field.hidden = false; field.focus()">🔍</span><input id="field" type="search" placeholder="Search items" hidden oninput="said.textContent = 'sought ' + field.value"></div>
	<table><thead><tr><th><div class="pointer">Title</div></th><th><div class="pointer">Pages</div></th><td><span role="button" tabindex="0" class="icon"><i data-icon="add"></i></span></td></tr></thead><tbody id="rows"><tr><td>A</td><td>98</td></tr><tr><td>B</td><td>340</td></tr><tr><td>C</td><td>120</td></tr></tbody></table>
	<div><div><div class="pointer"><div>In stock</div></div></div><div><div><button role="checkbox" aria-checked="false" onclick="this.setAttribute('aria-checked', 'true'); said.textContent = 'stocked'">Enabled</button></div></div></div>
	<div><div>Status</div><div class="pointer"><input readonly placeholder="Select an item" value="Published" style="pointer-events: none"><span class="icon"><i data-icon="expand_more"></i></span></div></div>
	<div id="menu"></div><output id="said"></output>
	<script>
	for (const head of document.querySelectorAll('th .pointer')) head.onclick = () => {
		menu.innerHTML = '<ul><li class="pointer">Sort Ascending</li><li class="pointer">Sort Descending</li><li class="pointer">Hide Field</li></ul>';
		const at = head.parentElement.cellIndex;
		[...menu.querySelectorAll('li')].forEach((entry, place) => { entry.onclick = () => {
			menu.innerHTML = '';
			if (place === 2) return;
			const sign = place === 1 ? -1 : 1;
			rows.append(...[...rows.rows].sort((one, other) => sign * one.cells[at].textContent.localeCompare(other.cells[at].textContent, 'en', {numeric: true})));
		}; });
	};
	</script>`,
);

it.each([
	[
		['Sort the table by Pages, highest first', '! The first row is B', '! The rows are sorted by Pages descending'],
		'passed',
	],
	[['Sort by Pages ascending', '! The first row is A'], 'passed'],
	[['Sort by Pages ascending', '! The first row is B'], 'failed'],
	[['Search for "light"', '! The page shows "sought light"'], 'passed'],
	[['! The All tab is selected', '! The Mine tab is not selected'], 'passed'],
	[['! The Mine tab is selected'], 'failed'],
	[['! The One link is selected'], 'failed'],
	[['! The "In stock" checkbox is not checked', 'Check In stock', '! The page shows "stocked"'], 'passed'],
	[['! The "In stock" checkbox is checked'], 'failed'],
	[['! The Status field is "Published"'], 'passed'],
	[['! The Status field is "Draft"'], 'failed'],
	[['Click the plus button'], 'blocked'],
	[['Click the plus button in the header', '! The URL contains "#new"'], 'passed'],
])('screens of a content system: %j', async (steps, verdict) => {
	const {url} = await serveSite({'/': books});
	const outcome = await bench.run(
		url,
		['Open the home page', ...steps],
		verdict === 'failed' ? {stepTimeoutMs: 3000} : {},
	);
	expect(outcome.status, outcome.error ?? '').toBe(verdict);
});

/** What is offered comes late, and goes when the field is left. */
const combobox = page(
	`<h1>Packages</h1><label>Search <input id="field" role="combobox" aria-autocomplete="list" aria-expanded="false"></label><div id="offered"></div>
	<ul aria-label="Packages"><li>pear</li><li>apple</li><li>plum</li><li>quince</li></ul>
	<script>
	field.oninput = () => setTimeout(() => { field.setAttribute('aria-expanded', 'true'); offered.innerHTML = '<ul role="listbox"><li role="option">apple-press</li><li role="option">pear-peeler</li></ul>'; }, 1200);
	field.onblur = () => { field.value = ''; offered.innerHTML = ''; };
	</script>`,
);

it.each([
	['Exactly two suggestions appear', 'passed'],
	['"pear-peeler" is visible', 'passed'],
	['Exactly four suggestions appear', 'failed'],
])('what a field offers is not looked for in what the page lists: %s', async (claim, verdict) => {
	const {url} = await serveSite({'/': combobox});
	const steps = ['Open the home page', 'Type "p" into the search field', `! ${claim}`];
	const outcome = await bench.run(url, steps, verdict === 'failed' ? {stepTimeoutMs: 5000} : {});
	expect(outcome.status, outcome.error ?? '').toBe(verdict);
});

it('a selector that nothing fits is not the field that has the focus', async () => {
	const {url} = await serveSite({'/': page('<h1>Range</h1><label>Search <input autofocus></label>')});
	const job = planJob(url, ['Open the home page'], {stepTimeoutMs: 2500});
	job.steps.push({type: 'action', description: 'Fill it', action: 'fill', target: 'css=input.range', value: '^1.0.0'});
	const {result} = bench.start(job);
	const outcome = await result;
	expect(outcome.status).toBe('failed');
	expect(outcome.error).toContain('css=input.range');
});

/** A menu and a sidebar that say by class or tag alone what they are; words that only their boxes keep apart. */
const flows = page(
	`<style>.key { margin-left: 20px }</style>
	<aside id="navigation" role="navigation" aria-label="Modules"><ul><li><a href="#authors">Authors</a></li><li><a href="#books">Books</a></li></ul></aside>
	<main><h1>Flows</h1><a href="#elsewhere">Authors</a><p>Sub<span>script</span><span>ion</span></p><ul><li><span>v0.3.0</span><span class="key">MIT</span></li></ul></main>
	<ul class="x-menu x-menu-dropdown"><li><a href="#actions">Show action list</a></li><li><a href="#deleted"><span>Delete selection</span><span class="key">delete</span></a></li></ul>`,
);

it.each([
	['! The context menu shows "Delete selection"', 'passed'],
	['! The context menu shows "Rename"', 'failed'],
	['! The context menu does not show "Delete selection"', 'failed'],
	['Click "Delete selection" in the context menu and check that the URL contains "#deleted"', 'passed'],
	['Click the Authors link in the sidebar and check that the URL contains "#authors"', 'passed'],
	['Click the Menus link in the sidebar', 'failed'],
	['! "MIT" is visible', 'passed'],
	['! "Subscription" is visible', 'passed'],
])('places that only a class or a tag names: %s', async (step, verdict) => {
	const {url} = await serveSite({'/': flows});
	const outcome = await bench.run(url, ['Open the home page', step], verdict === 'failed' ? {stepTimeoutMs: 3000} : {});
	expect(outcome.status, outcome.error ?? '').toBe(verdict);
});
