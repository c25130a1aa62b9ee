import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const item = (name: string, by: string, licence: string) =>
	`<li><a href="/p/${name}"><span>${name}</span></a> <a href="https://plan.test/${name}"><button type="button" aria-label="Homepage"><svg width="9" height="9"></svg></button></a><p>Keeps things</p><span>${by}</span> <span>${licence}</span></li>`;
const tag = (name: string, version: string) => `<li><a href="/v/${version}">${name}</a> <span>${version}</span></li>`;
/** Records that are cards, a table with numbers, a list of tags, a filter that no word names. */
const records =
	page(`<header><a href="/">Start</a> <input placeholder="Search packages"> <span>Maren Holt</span></header>
<nav><a href="#a">Authors</a> <a href="#b">Books</a></nav><main><h1>Packages</h1><ul>${item('barrel-store', 'Quinn Tester', 'Apache-2.0')}${item('cork-tools', 'Ann Lee', 'MIT')}</ul>
<h2>Books</h2><table><thead><tr><th>Title</th><th>Status</th><th>Pages</th></tr></thead><tbody><tr><td>Cold Lanterns</td><td>Published</td><td>340</td></tr><tr><td>Warm Rivers</td><td>Draft</td><td>98</td></tr></tbody></table>
<div><h6>Current tags <span>(2)</span></h6><ul>${tag('next', '2.0.0-beta.1')}${tag('latest', '1.1.0')}</ul><h6>Version history <span>(3)</span></h6><div><input oninput="o.textContent='kept '+this.value"><p>By range</p></div><ul><li>2.0.0-beta.1</li><li>1.1.0</li></ul><p id="o"></p></div></main>
<div role="dialog" aria-label="Sign in"><button type="button">Fermer</button></div><p id="k"></p><script>addEventListener('keydown',e=>{k.textContent+=e.key+';'})</script>`);

it('reads what records, places and tags are said to have, and sees where it is false', async () => {
	const {url} = await serveSite({'/records': records});
	const holds = [
		'barrel-store is licensed under Apache-2.0',
		'The "next" tag points to version 2.0.0-beta.1',
		'The "Homepage" link of barrel-store points to "https://plan.test/barrel-store"',
		'The navigation lists the collections Authors and Books',
		'"Cold Lanterns" has 340 pages and the status Published',
		'The dialog has a "Fermer" button',
		'The header greets Maren',
	];
	const isFalse = [
		'cork-tools is licensed under Apache-2.0',
		'The "next" tag points to version 1.1.0',
		'The "Homepage" link of cork-tools points to "https://plan.test/barrel-store"',
		'The navigation lists the collections Authors and Packages',
		'"Cold Lanterns" has 98 pages and the status Published',
		'"Cold Lanterns" has 340 pages and the status Draft',
		'The header has a "Fermer" button',
		'The header greets Quinn',
	];
	const said: Record<string, string> = {};
	await bench.run(`${url}/records`, ['! The page shows "Packages"']);
	for (const claim of [...holds, ...isFalse])
		said[claim] = (await bench.run(`${url}/records`, [`! ${claim}`], {stepTimeoutMs: 3000})).status;
	expect(said).toEqual(
		Object.fromEntries([...holds.map(claim => [claim, 'passed']), ...isFalse.map(claim => [claim, 'failed'])]),
	);
});

it('says what a verb told that no page shows', async () => {
	const {url} = await serveSite({'/records': records});
	const outcome = await bench.run(`${url}/records`, ['! barrel-store is licensed under Apache-2.0']);
	expect(outcome.status).toBe('passed');
	expect(outcome.steps[0]?.note).toContain('not checked: "licensed under"');
});

it('filters in the field below the heading, and presses one key after another', async () => {
	const {url} = await serveSite({'/records': records});
	const outcome = await bench.run(`${url}/records`, [
		'Filter the version history by "^1.0"',
		'! The page shows "kept ^1.0"',
		'Press the down arrow and then Escape to close it',
		'! The page shows "ArrowDown;Escape;"',
	]);
	expect(outcome.error).toBeNull();
	expect(outcome.status).toBe('passed');
});

it('types into no field that is called otherwise than what is to be filtered', async () => {
	const {url} = await serveSite({
		'/users': page(
			'<h1>Users</h1><label>New user name <input oninput="o.textContent=this.value"></label><p id="o"></p>',
		),
	});
	const outcome = await bench.run(`${url}/users`, ['Filter the users by "Ann"'], {stepTimeoutMs: 2000});
	expect(outcome.status).not.toBe('passed');
});
