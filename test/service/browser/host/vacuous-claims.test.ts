import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();
const run = async (body: string, steps: string[]) => {
	const {url} = await serveSite({'/': body});
	return bench.run(url, ['Open the home page', ...steps], {stepTimeoutMs: 2500});
};

const grid = (box: string) =>
	page(`<h3>Grid</h3><div><input type="checkbox" id="show" checked><label for="show">Show grid</label></div>
<div><input type="checkbox" id="snap" ${box}><label for="snap">Snap to grid</label></div><div><label for="size">Grid size</label><input id="size" type="number" value="20"></div>`);
const versions = (own: string) =>
	page(`<h1>tide-table</h1><h6>Current Tags</h6><ul><li><a href="/latest">latest</a> <span>2.0.0</span></li></ul>
<h6>Version History</h6><ul>${own}<li><a href="/1">1.1.0</a> <span>a day ago</span></li></ul>`);
const all = versions('<li><a href="/2">2.0.0</a> <span>a day ago</span></li>');
const some = versions('');

it.each([
	['a box with a word for a thing in its name', grid('checked'), 'Snap to grid is on', true],
	['the same box unticked', grid(''), 'Snap to grid is on', false],
	['behind another claim', grid(''), 'The grid size is 20 and Snap to grid is on', false],
	['that it is off', grid(''), 'The grid size is 20 and Snap to grid is off', true],
	['that it is off while it is on', grid('checked'), 'Snap to grid is off', false],
	['a version that is gone', some, 'Version 2.0.0 is gone from the version history', true],
	['a version that is still there', all, 'Version 2.0.0 is gone from the version history', false],
	['the same anywhere on the page', some, 'Version 2.0.0 is no longer shown', false],
	['a version that was never there', all, 'Version 3.0.0 is not shown', true],
	['a version that another begins with', all, 'Version 2.0 is not shown', true],
])('an untrue claim is not told by a name: %s', async (_, body, claim, holds) => {
	const {status} = await run(body, [`! ${claim}`]);
	expect(status).toBe(holds ? 'passed' : 'failed');
});

const search = (own: string) =>
	page(`<style>i::after{content:attr(data-icon)}</style><a class="logo x-large" href="/"><img alt="" src="data:,"></a><h1>Guests</h1>
<div role="search"><i data-icon="search"></i><input type="search" placeholder="Search" value="rossi">${own}</div><p id="told"></p>`);
const cross = `<span role="button" tabindex="0" onclick="document.querySelector('input').value='';told.textContent='cleared'"><i data-icon="close"></i></span>`;

it('the x that clears a search is its cross, and no link with a size in its class', async () => {
	const steps = ['Clear the search again with the x', '! The page shows "cleared"'];
	expect(await run(search(cross), steps)).toMatchObject({status: 'passed', error: null});
	expect(await run(search(''), steps)).toMatchObject({status: 'failed', error: expect.stringContaining('cross')});
	expect((await run(search(''), ['Click the x'])).status).toBe('failed');
	expect((await run(search(cross), ['Click the x', '! The page shows "cleared"'])).status).toBe('passed');
});

const login = page(`<h1>Packages</h1><button type="button" onclick="told.textContent='menu'">Login</button>
<div role="dialog" aria-label="Login"><form onsubmit="event.preventDefault();told.textContent='sent '+user.value">
<label>Username <input id="user"></label><label>Password <input type="password"></label><button>Login</button></form></div><p id="told"></p>`);
const shortcut =
	page(`<h1>Flows</h1><input aria-label="filter nodes"><div id="box" hidden><input aria-label="Search your flows" oninput="told.textContent='hits for '+this.value"></div><p id="told"></p>
<script>addEventListener('keydown',event=>{if(event.ctrlKey&&event.key==='f'){event.preventDefault();box.hidden=false;box.firstChild.focus()}})</script>`);

it('what submits, and what a key opens, are taken whatever they are called', async () => {
	const sent = await run(login, [
		'Enter marta as the user name and wrong-one as the password and submit',
		'! The page shows "sent marta"',
	]);
	expect(sent).toMatchObject({status: 'passed', error: null});
	const found = await run(shortcut, ['Press Ctrl+F and look for bell', '! The page shows "hits for bell"']);
	expect(found).toMatchObject({status: 'passed', error: null});
	const other = await run(shortcut, ['Press Ctrl+F and look for bell', '! The page shows "hits for lamp"']);
	expect(other.status).toBe('failed');
});
