import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Who has signed in stands in the head, and the names of others in a table. */
const users =
	page(`<header><ul><li><a href="/">Home</a></li><li><button aria-haspopup="menu">Maren Holt ▾</button></li></ul></header>
<main><h1>Users</h1><table><thead><tr><th></th><th>Name</th><th>City</th><th>State</th></tr></thead><tbody>
<tr><td><input type="checkbox" aria-label="Select Ada Quill"></td><td><a href="#">Ada Quill</a></td><td>Leeds</td><td>Enabled</td></tr>
<tr><td><input type="checkbox" aria-label="Select Dimitri Ivanov"></td><td><a href="#">Dimitri Ivanov</a></td><td>York</td><td>Disabled</td></tr></tbody></table></main>
<aside aria-label="Details"><h2>U-17</h2><p>Left last year</p></aside>`);

/** A field that is called like what it counts, a list that is filled by typing, cards that are no table. */
const tickets =
	page(`<h1>Tickets</h1><form onsubmit="event.preventDefault();o.textContent=q.value+' for '+n.value"><label>Tickets <input type="number" id="q" value="1"></label><label>Name on the ticket <input id="n"></label><label>Role <select><option>Viewer</option><option>Editor</option></select></label><button>Buy</button></form><p id="o"></p>
<h2>Shopping list</h2><form onsubmit="event.preventDefault();u.innerHTML+='<li>'+i.value+'</li>';i.value=''"><input id="i" aria-label="New item"><button>Add</button></form><ul id="u" aria-label="Shopping list"></ul>
<h2>Events</h2><p id="c">3 events found</p><div id="e" aria-label="Events" role="list"><article><h3>Bread fair</h3><p>£5.00</p></article><article><h3>Arts night</h3><p>£12.00</p></article><article><h3>Milk day</h3><p>£9.00</p></article></div><button onclick="e.innerHTML='<p>No events found</p>';c.textContent=''">Filter</button><button onclick="e.append(e.children[1])">Sort</button>
<div role="alertdialog" aria-modal="true" aria-label="Delete draft?" hidden id="d"><h2>Delete draft?</h2><button onclick="d.hidden=true;o.textContent='gone'">Delete</button><button onclick="d.hidden=true">Keep it</button></div><button onclick="d.hidden=false">Delete draft</button>`);

const verdictsOf = async (url: string, claims: string[]): Promise<Record<string, string>> => {
	const found: Record<string, string> = {};
	for (const claim of claims) found[claim] = (await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 1500})).status;
	return found;
};

it('reads who has signed in from no record, and of a record what its row says', async () => {
	const {url} = await serveSite({'/users': users});
	const said = await verdictsOf(`${url}/users`, [
		'I am signed in as Ada Quill',
		'I am signed in as Maren Holt',
		'Dimitri Ivanov is enabled',
		'Dimitri Ivanov is disabled',
		'Ada Quill is in Leeds',
		'Dimitri Ivanov is in Leeds',
		'U-17 is in the users',
	]);
	expect(said).toEqual({
		'I am signed in as Ada Quill': 'failed',
		'I am signed in as Maren Holt': 'passed',
		'Dimitri Ivanov is enabled': 'failed',
		'Dimitri Ivanov is disabled': 'passed',
		'Ada Quill is in Leeds': 'passed',
		'Dimitri Ivanov is in Leeds': 'failed',
		'U-17 is in the users': 'failed',
	});
});

it('reads claims that are said again in plainer ones, and sees where they are false', async () => {
	const {url} = await serveSite({'/users': users});
	const holds = [
		'The table must have the columns Name, City and State, because the export relies on them',
		'Does the table have 2 rows?',
		'First row: "Ada Quill", Leeds',
		'The first row contains "Ada Quill", the second one "Dimitri Ivanov"',
		'Table shown, 2 rows',
		'Verify that the heading is "Users" and that the table has two rows',
	];
	const isFalse = [
		'The table must have the columns Name, City and Salary, because the export relies on them',
		'Does the table have 3 rows?',
		'First row: "Ada Quill", York',
		'The first row contains "Ada Quill", the second one "Ada Quill"',
		'Table shown, 3 rows',
		'Verify that the heading is "Users" and that the table has three rows',
	];
	const said = await verdictsOf(`${url}/users`, [...holds, ...isFalse]);
	expect(said).toEqual(
		Object.fromEntries([...holds.map(claim => [claim, 'passed']), ...isFalse.map(claim => [claim, 'failed'])]),
	);
});

it('reads numbers of fields, lists that are empty or filled by typing, and the order of cards', async () => {
	const {url} = await serveSite({'/tickets': tickets});
	const outcome = await bench.run(`${url}/tickets`, [
		'! The number of tickets is 1',
		'Set the number of tickets to 3',
		'Enter "Jo" as the name on the ticket',
		'Choose the role Editor',
		'! The role is Editor',
		'Click Buy',
		'! The page shows "3 for Jo"',
		'! The shopping list is empty',
		'Add "milk" to the list',
		'Add "Bread" to the list',
		'! I see milk and Bread in the list',
		'! 3 events found is shown',
		'! The events are not sorted by price',
		'Click Sort',
		'! The events are not sorted by price descending',
		'Delete the draft and confirm',
		'! The page shows "gone"',
		'Click Filter',
		'! No events are shown',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const said = await verdictsOf(`${url}/tickets`, [
		'The number of tickets is 3',
		'4 events found is shown',
		'No events are shown',
		'The events are sorted by price',
	]);
	expect(new Set(Object.values(said))).toEqual(new Set(['failed']));
});

/** Cards without a list around them, a field for a day, and a number whose label says the unit. */
const episodes =
	page(`<main><h1>Episodes</h1><section aria-label="Episode list"><article><h3>Whale songs</h3><p>Draft</p><button>Edit</button></article><article><h3>Queueing</h3><p>Published</p><button>Edit</button></article></section></main>
<label>Release date <input type="date"></label><label>Length in minutes <input type="number"></label>`);

it('takes cards that repeat for the list, and a value as its field holds it', async () => {
	const {url} = await serveSite({'/episodes': episodes});
	const outcome = await bench.run(`${url}/episodes`, [
		'! There are 2 episodes in the list',
		'! The list contains Queueing',
		'! Whale songs is the first episode in the list',
		'Set the release date to 5 May 2027',
		'! The release date is 5 May 2027',
		'Set the length to 27 minutes',
		'! The length is 27 minutes',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const failing = ['! The release date is 6 May 2027', '! The length is 27 hours', '! The length is 72 minutes'];
	for (const claim of failing) {
		const steps = ['Set the release date to 5 May 2027', 'Set the length to 27 minutes', claim];
		expect(await bench.run(`${url}/episodes`, steps, {stepTimeoutMs: 1500}), claim).toMatchObject({status: 'failed'});
	}
	const said = await verdictsOf(`${url}/episodes`, [
		'There are 3 episodes in the list',
		'The list contains Weather',
		'Queueing is the first episode in the list',
	]);
	expect(new Set(Object.values(said))).toEqual(new Set(['failed']));
});

/** A basket that slides in, and tools above a board: places by what they are. */
const places = page(
	`<h1>Shop</h1><p>Please pay</p><div role="toolbar" aria-label="Board tools"><button>AK</button></div><div role="dialog" aria-label="Your basket"><h2>Your basket</h2><p>Nothing in it yet.</p><button onclick="this.parentNode.remove()">Done</button></div>`,
);

it('knows a drawer and a toolbar by what they are, and takes nothing else for them', async () => {
	const {url} = await serveSite({'/': places});
	const outcome = await bench.run(url, [
		'! The drawer shows "Nothing in it yet."',
		'! The AK button is shown in the toolbar',
		'Click Done in the drawer',
		'! "Nothing in it yet." is not visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const said = await verdictsOf(url, [
		'The drawer shows "Please pay"',
		'"Please pay" is shown in the drawer',
		'"Please pay" is shown in the toolbar',
	]);
	expect(new Set(Object.values(said))).toEqual(new Set(['failed']));
	const closed = await bench.run(url, ['Click Done', '! The drawer shows "Please pay"'], {stepTimeoutMs: 1500});
	expect(closed.status).toBe('failed');
});

it('finds by CSS whatever the browser finds by it, and says of a selector that it cannot read', async () => {
	const {url} = await serveSite({
		'/wiki':
			page(`<div class="no"><input class="edit" name="q" oninput="o.textContent=this.value"></div><input class="edit">
<table><tr><td>Alpha</td><td><input oninput="o.textContent='alpha '+this.value"></td></tr><tr><td>Beta</td><td><input oninput="o.textContent='beta '+this.value"></td></tr></table>
<div class="outer"><div class="inner"><p>Nested text</p></div></div><p id="o"></p>`),
	});
	const filled = async (target: string) => {
		const steps = [
			{type: 'action' as const, description: 'Fill it in', action: 'fill', target, value: 'tea'},
			{type: 'assertion' as const, description: 'The page contains "tea"'},
		];
		const {status, error} = await bench.run(`${url}/wiki`, [], {steps, stepTimeoutMs: 6000});
		return status === 'passed' ? status : (error ?? '');
	};
	for (const target of ['css=div.no > input[name=q]', 'css=div.no input', 'css=tr:nth-of-type(2) input'])
		expect(await filled(target), target).toBe('passed');
	expect(await filled('css=table input')).toContain('fits 2 elements');
	expect(await filled('css=tr:nth-of-type(3) input')).toContain('was not found');
	expect(await filled('css=tr:nth-(2 input')).toContain('is no CSS selector that the browser can read');
	const seen = {
		type: 'assertion' as const,
		description: 'It is there',
		target: 'css=.outer > .inner',
		condition: 'visible',
	};
	expect((await bench.run(`${url}/wiki`, [], {steps: [seen]})).status).toBe('passed');
});

/** A draft whose title has the focus, and a page without any field of several lines. */
const draft = page(
	'<h1>Draft</h1><input value="Basil" autofocus><input placeholder="tag name"><textarea placeholder="Type here"></textarea>',
);

it('asks which text box is meant, and takes no field of one line for a text area', async () => {
	const {url} = await serveSite({'/draft': draft, '/plain': page('<h1>Home</h1><input placeholder="Search">')});
	const run = async (at: string, ...steps: string[]) => {
		const {status, error} = await bench.run(`${url}/${at}`, steps, {stepTimeoutMs: 6000});
		return `${status} ${error ?? ''}`;
	};
	expect(await run('draft', 'Write "Hates cold nights." in the text box')).toMatch(/^blocked .* fits 3 elements/);
	for (const area of ['text area', 'textarea'])
		expect(
			await run('draft', `Write "Hates cold nights." in the ${area}`, '! The third field is "Hates cold nights."'),
		).toBe('passed ');
	expect(await run('plain', 'Type "Umbrellas" into the text area')).toMatch(/^failed .* was not found/);
});
