import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const menu =
	'<div id="top"><div>Logged in as <a href="/me">ada</a></div><ul><li><a href="/">Home</a></li><li><a href="/projects">Projects</a></li></ul></div>';
/** A classic site: who is there stands in a box and a link, what one may do stands above and below, filters stand in a table. */
const site = {
	'/': page(`${menu}<h1>Tracker</h1><h2>News</h2>`, 'Tracker'),
	'/projects': page(`${menu}<h1>Tracker</h1><h2>Projects</h2><p>All projects</p>`, 'Projects - Tracker'),
	'/me': page(`${menu}<h1>Tracker</h1><label>Password <input type="password"></label>`, 'Tracker'),
	'/found': page(
		`${menu}<h1>Tracker</h1><h2>Search</h2><h3>Results</h3><ul><li><a href="/issue">Lamp</a></li></ul>`,
		'Search - Tracker',
	),
	'/issue': page(
		`${menu}<h1>Tracker</h1><h2>Bug #1</h2><p><a href="/issue/edit">Edit</a> <a href="#" onclick="told.textContent='first'">Note</a></p><p id="told">Lamp</p><p><a href="/issue/edit">Edit</a> <a href="#" onclick="told.textContent='second'">Note</a></p>`,
		'Bug - Tracker',
	),
	'/issue/new': page(
		`${menu}<h1>Tracker</h1><h2>New issue</h2><form onsubmit="event.preventDefault();told.innerHTML='Issue <a href=/issues/7>#7</a> created.';said.textContent=issue_notes.value"><fieldset><legend>Notes</legend><div><ul><li><a href="#">Edit</a></li><li><a href="#">Preview</a></li></ul><div><button type="button">Bold</button></div></div><div><textarea id="issue_notes" name="issue[notes]"></textarea></div><label><input type="checkbox"> Private notes</label></fieldset><fieldset><legend>Times</legend><textarea></textarea><textarea></textarea></fieldset><button>Create</button></form><div class="flash notice" id="told"></div><div role="status"></div><p id="said"></p>`,
		'New issue - Tracker',
	),
	'/issue/edit': page(`${menu}<h1>Tracker</h1><h2>Editing</h2>`, 'Edit - Tracker'),
	'/issues': page(
		`${menu}<h1>Tracker</h1><h2>Issues</h2><fieldset><legend>Filters</legend><table><tbody><tr><td><input type="checkbox" checked aria-label="Status"></td><td><select aria-label="Status is"><option>open</option><option>any</option></select></td></tr></tbody></table></fieldset>
<button onclick="said.textContent='all read'">Mark all as read</button><p id="said"></p><table><thead><tr><th>#</th><th>Subject</th></tr></thead><tbody><tr><td>1</td><td>Lamp</td></tr><tr><td>2</td><td>Rope</td></tr><tr><td>3</td><td>Sail</td></tr></tbody></table>`,
		'Issues - Tracker',
	),
};

it('reads what stands in a box and a link, goes by the top menu, counts what is listed, and hears what a message says', async () => {
	const {url} = await serveSite(site);
	const outcome = await bench.run(url, [
		'! "Logged in as ada" is shown at the top of the page',
		'! I am on the home page',
		'Open Projects from the top menu',
		'! I am on the Projects page',
		'Click Home in the top menu',
		'! I am on the start page',
		'Go to /issues',
		'! 3 issues are shown',
		'! Between 2 and 4 issues are listed',
		'! The subjects are in alphabetical order',
		'Mark all as read',
		'! "all read" is visible',
		'Go to /found',
		'! The only result is "Lamp"',
		'Go to /issue',
		'Click Edit',
		'! I am on the Editing page',
		'Go to /issue/new',
		'Write "Lamp ordered" in the notes',
		'Click Create',
		'! A success message says that the issue was created',
		'! A message confirms that issue #7 was created',
		'! A message says "Issue #7 created."',
		'! "Lamp ordered" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.each([
	['/', '! "Logged in as bo" is shown at the top of the page', 'Logged in as bo'],
	['/projects', '! I am on the home page', 'expected home'],
	['/issues', '! The only issue is "Lamp"', 'expected'],
	['/issues', '! Between 4 and 6 issues are listed', 'at least 4'],
	['/issues', '! The subjects are in descending order', 'descending'],
	['/found', '! The only result is "Rope"', 'expected'],
	['/issues', '! 1 issue is shown', 'but it is "3"'],
	['/issue', 'Click Note', 'fits 2 elements'],
	['/issue/new', 'Write "Noon" in the times', 'was not found'],
])('is not taken in at %s by %s', async (path, step, why) => {
	const {url} = await serveSite(site);
	const {status, error} = await bench.run(url, [`Go to ${path}`, step], {stepTimeoutMs: 2500});
	expect([status, error]).toEqual([expect.stringMatching(/failed|blocked/), expect.stringContaining(why)]);
});

it.each([
	'A message says that the issue was deleted',
	'A message says that the issue was not created',
	'A message says that the project was created',
	'A message says that issue #8 was created',
	'A message says "Issue #8 created."',
])('does not take the message for: %s', async claim => {
	const {url} = await serveSite(site);
	const steps = ['Go to /issue/new', 'Click Create', `! ${claim}`];
	const {status, error} = await bench.run(url, steps, {stepTimeoutMs: 2500});
	expect([status, error]).toEqual([
		'failed',
		expect.stringMatching(/there is no such text|but it is "Issue #7 created\."/),
	]);
});

it('is not at home where the site asks who one is', async () => {
	const {url} = await serveSite({'/': site['/me']});
	const {status} = await bench.run(url, ['! I am on the home page'], {stepTimeoutMs: 2500});
	expect(status).toBe('failed');
});
