import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const card = (name: string, course: string, price: string, stars: number, state: string) =>
	`<article><h2><a href="#${name}">${name}</a></h2><p>${course} · ${price}</p><div role="img" aria-label="${stars} out of 5 stars">${'★'.repeat(stars)}</div><p>${state}</p><button>Save</button></article>`;

/** Cards with a filter above them, a review of each of two people, a stepper, and a form that is refused. */
const recipes = page(`<h1>All recipes</h1>
<form role="search"><p><label>Find <input type="search"></label></p><p><label>Course <select><option>All</option><option>Main</option></select></label></p></form>
<section>${card('Carrot soup', 'Starter', '£3.20', 4, 'Open')}${card('Beef stew', 'Main', '£14.50', 5, 'Open')}${card('Fish tacos', 'Main', '£11.00', 2, 'Open')}</section>
<h2>Reviews</h2><p>Average rating: 4.0 (2 reviews)</p>
<ul><li><b>Ann</b> <span role="img" aria-label="5 stars">★★★★★</span> Lovely dish</li><li><b>Ben</b> <span role="img" aria-label="3 stars">★★★</span> A bit salty</li></ul>
<p>Guests <button aria-label="Remove a guest">−</button> <span>2</span> <button aria-label="Add a guest">+</button></p>
<form><p><label>Name <input></label> <span class="field-error">Name is required</span></p><ul class="errors"><li>Choose a course</li><li>Choose a day</li></ul></form>
<fieldset><legend>Your rating</legend><label><input type="radio"> 1 star</label></fieldset>`);

const holding = [
	'Three recipes are shown',
	'Beef stew costs £14.50',
	'The Fish tacos have 2 out of 5 stars',
	'The price of Fish tacos is £11.00',
	'The average rating is 4.0',
	"Ann's review shows 5 stars",
	'The number of guests is 2',
	'There are 3 error messages',
];

const wrong = [
	'Four recipes are shown',
	'Beef stew costs £4.50',
	'Beef stew costs £11.00',
	'The average rating is 3.0',
	"Ben's review shows 5 stars",
	"Zoe's review shows 5 stars",
	'The Fish tacos show "4 out of 5 stars"',
	'The title field contains "Lovely dish"',
	'The Fish tacos have 3 out of 5 stars',
	'The score is "1 star"',
	'The number of guests is 3',
	'There are 2 error messages',
];

const lists = page(`<h1>Members</h1><table><tr><th>Name</th><th>Status</th><th>Role</th></tr>
<tr><td>Ada</td><td>Active</td><td>Viewer</td></tr><tr><td>Bo</td><td>Inactive</td><td>Viewer</td></tr></table>
<article><h2>Write copy</h2><p>Maria</p></article>
<fieldset><label><input type="checkbox" checked> Mail</label><label><input type="checkbox" checked> Phone</label></fieldset>
<h2>Tasks</h2><ul><li><input type="checkbox" checked aria-label="a"> Buy milk</li><li><input type="checkbox" aria-label="b"> Call mum</li></ul>`);

it('looks at every member of a list, and at the only one', async () => {
	const {url} = await serveSite({'/lists': lists});
	const lines = ['All rows have the role Viewer', "Only Maria's cards are visible", 'Each row shows "Viewer"'];
	const outcome = await bench.run(`${url}/lists`, [...lines.map(line => `! ${line}`), '! Not every task is done']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for([
	'All rows have the status Active',
	'Every row shows "Active"',
	'All rows have the role Editor',
	"Only Tom's cards are visible",
	'All checkboxes are ticked',
	'Every task is done',
	'"active" is visible in the row of Bo',
	'All orders are Shipped',
])('does not take for true of all: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/lists': lists}, onTestFinished);
	const {status} = await bench.run(`${url}/lists`, [`! ${claim}`], {stepTimeoutMs: 2000});
	expect(status).not.toBe('passed');
});

it('reads what cards, reviews and a form that is refused say', async () => {
	const {url} = await serveSite({'/recipes': recipes});
	const outcome = await bench.run(
		`${url}/recipes`,
		holding.map(claim => `! ${claim}`),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for(wrong)('does not take for true: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/recipes': recipes}, onTestFinished);
	const {status, steps} = await bench.run(`${url}/recipes`, [`! ${claim}`], {stepTimeoutMs: 2000});
	expect({status, reading: steps[0]!.reading}).toMatchObject({status: 'failed', reading: expect.any(String)});
});

const column = (name: string, ...cards: string[]) =>
	`<section aria-label="${name}"><h2>${name}</h2><span>${cards.length}</span>${cards.join('')}</section>`;
const carded = (name: string, more = '') =>
	`<div class="card" tabindex="0"><button aria-label="Actions for ${name}">⋯</button><p>${name}</p>${more}</div>`;
const dated = '<div><span>Nov 20</span><span>2/3</span></div>';
/** Cards that are not built alike, a list beside them, and a button that leaves the first. */
const columns = page(
	`<h1>Relaunch</h1><ul><li>One</li><li>Two</li></ul><main id="board">${column('Backlog', carded('Write copy', dated), carded('Pick photos'), carded('Set up stats', '<p>Dec 4</p>'))}${column('Doing', carded('Build form', '<p>Nov 30</p>'))}</main><button onclick="[...document.querySelectorAll('.card')].slice(1).forEach(one => one.remove())">Filter</button>`,
);
const pair = (name: string) => `<div><label><input type="checkbox"> ${name}</label><b>${name.length}</b></div>`;
/** Filters that are built alike beside products; a button that leaves two. */
const filtered = page(
	`<main><h1>Plants</h1><div><div><h2>Filters</h2>${pair('Pets')}${pair('Stock')}</div><div id="g">${['Lavender', 'Olive tree', 'Fern'].map(name => `<article class="product-card"><h3>${name}</h3><p>€5</p><button>Add to basket</button></article>`).join('')}</div></div><button onclick="g.children[2].remove()">Less</button></main>`,
);

it.each([
	['The Backlog column contains 3 cards', columns, true],
	['The Backlog column contains 2 cards', columns, false],
	['The Doing column has one card', columns, true],
	['All 4 cards are visible', columns, true],
	['Write copy is the only card on the board', columns, false],
	['Click Filter, Write copy is the only card on the board', columns, true],
	['Click Filter, "Write copy" is the only remaining card', columns, true],
	['Click Filter, Pick photos is the only card', columns, false],
	['Three product cards are visible', filtered, true],
	['Two product cards are visible', filtered, false],
	['Lavender is the only product in the list', filtered, false],
	['Click Less, only "Lavender" and "Olive tree" are shown', filtered, true],
	['Click Less, Lavender and Olive tree are the only products', filtered, true],
	['Click Less, Lavender and Fern are the only products', filtered, false],
])('counts what the page calls cards, and no other list: %s', async (said, body, holds) => {
	const {url} = await serveSite({'/': body});
	const [first, second] = said.includes(', ')
		? [said.slice(0, said.indexOf(', ')), said.slice(said.indexOf(', ') + 2)]
		: [null, said];
	const {status} = await bench.run(url, [...(first ? [first] : []), `! ${second}`], {stepTimeoutMs: 2000});
	expect(status).toBe(holds ? 'passed' : 'failed');
});
