import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const icon = (name: string) => `<span class="v-icon"><i data-icon="${name}"></i></span>`;
const option = (name: string) =>
	`<li style="cursor:pointer" onclick="told.textContent='filtered by ${name}'; menu.hidden=true">${icon('sell')}<div>${name}</div></li>`;
const row = (title: string, status: string) =>
	`<tr><td><button role="checkbox" aria-checked="false" onclick="this.setAttribute('aria-checked','true')">${icon('check_box_outline_blank')}</button></td><td>${title}</td><td>${status}${icon('expand_more')}</td></tr>`;

/** Every picture is a word that a font draws, put there by the style sheet: the tree of the browser has it as a text. */
const admin = page(
	`<style>[data-icon]::after{content:attr(data-icon);font-family:serif}</style>
<div class="module-bar"><a href="/people">${icon('person')} <span>Authors</span></a> <a href="/me">${icon('account_circle')}</a></div>
<header style="display:flex"><button onclick="told.textContent='back'">${icon('arrow_back')}</button><h1>Books</h1>
<button onclick="told.textContent='searching'">${icon('search')}</button><button onclick="menu.hidden=false">${icon('filter_list')}</button>
<button onclick="told.textContent='asked'">${icon('delete')}</button><button disabled>${icon('check')}</button></header>
<main><table><thead><tr><th><button role="checkbox" aria-checked="false" onclick="for(const one of document.querySelectorAll('[role=checkbox]'))one.setAttribute('aria-checked','true')">${icon('check_box_outline_blank')}</button></th><th>Title${icon('sort')}</th><th style="cursor:pointer" onclick="told.textContent='head'"><span>Status</span>${icon('arrow_drop_down')}</th></tr></thead>
<tbody>${row('Iron Garden', 'Draft')}${row('Low Tide', 'Archived')}</tbody></table>
<div><div>Last name</div><div>${icon('badge')}<input value="User"></div></div><p id="told"></p></main>
<div id="menu" hidden><ul>${option('Title')}${option('Status')}</ul></div>`,
	'Books',
);
const pages = {'/': admin, '/people': page('<h1>Authors</h1>', 'Authors'), '/me': page('<h1>My profile</h1>', 'Me')};
const run = async (steps: string[], more = {}) => bench.run((await serveSite(pages)).url, steps, more);

it('are known as pictures, and what they stand beside by its words alone', async () => {
	const outcome = await run([
		'! The status of "Low Tide" is "Archived"',
		'! Last name is "User"',
		'! The save button is disabled',
		'Click the magnifier in the header',
		'! The page shows "searching"',
		'Click the trash can in the header',
		'! The page shows "asked"',
		'Click the arrow to the left of the heading',
		'! The page shows "back"',
		'Click the funnel and choose Status',
		'! The page shows "filtered by Status"',
		"Tick the checkbox in the table's header row",
		'! All rows are selected',
		'Click the user icon at the bottom of the module bar',
		'! The heading is "My profile"',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.each([
	['! The save button is enabled', 'save'],
	['! The status of "Low Tide" is "Draft"', 'Archived'],
	['! All rows are selected', ''],
	['Click the padlock in the header', 'padlock'],
	['Click the user icon in the header', 'user'],
])('are not taken for others: %s', async (step, said) => {
	const outcome = await run([step], {stepTimeoutMs: 1500});
	expect(outcome.status).not.toBe('passed');
	expect(outcome.error).toContain(said);
});
