import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Cards that do nothing themselves; what is done to one stands in it. */
const card = (name: string) =>
	`<article class="card"><h3>${name}</h3><p>Due soon</p><button onclick="d.textContent='Opened ${name}'">Open</button><button onclick="d.textContent='Deleted ${name}'">Delete</button></article>`;
const board = page(
	`<h1>Board</h1><section>${['Fix footer', 'Write tests'].map(card).join('')}</section><p id="d">Nothing yet</p>`,
);

it.each(['Open the card "Write tests"', 'Open the Write tests card', 'Open the card Write tests'])(
	'%s is done by the control that opens it',
	async step => {
		const {url} = await serveSite({'/board': board});
		const outcome = await bench.run(`${url}/board`, [step, '! "Opened Write tests" is visible']);
		expect(outcome).toMatchObject({status: 'passed', error: null});
	},
);

it('a card that is clickable itself is clicked', async () => {
	const clickable = board.replaceAll(
		'class="card"',
		'class="card" style="cursor:pointer" onclick="d.textContent=\'Card\'"',
	);
	const {url} = await serveSite({'/board': clickable});
	const outcome = await bench.run(`${url}/board`, ['Click the Write tests card', '! "Card" is visible']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

const crowded = page(
	`<h1>Board</h1><section>${['Fix footer', 'Login page'].map(name => `<article><h3>${name}</h3>${['Open', 'Details', 'Edit'].map(deed => `<button onclick="d.textContent='${deed}: ${name}'">${deed}</button>`).join('')}</article>`).join('')}</section><p id="d">Nothing yet</p>`,
);

it.each([
	['Open the card "Fix footer"', 'Open: Fix footer'],
	['Open Login page', 'Open: Login page'],
	['Open "Login page"', 'Open: Login page'],
	['Show the details of Fix footer', 'Details: Fix footer'],
	['Open the details of Login page', 'Details: Login page'],
	['Edit the Login page card', 'Edit: Login page'],
])('%s is done by the control that says so, although others open it as well', async (step, says) => {
	const {url} = await serveSite({'/board': crowded});
	const outcome = await bench.run(`${url}/board`, [step, `! "${says}" is visible`], {stepTimeoutMs: 2500});
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

const folding = page(`<h1>Topics</h1>
<section><h2><button aria-expanded="false" onclick="const open = this.ariaExpanded === 'true'; this.ariaExpanded = String(!open); ink.hidden = open">Printing</button></h2><p id="ink" hidden>Paper and ink</p></section>
<details><summary>Shipping</summary><p>Ships in two days</p></details>
<section><h3>Order 17</h3><button onclick="paid.hidden = !paid.hidden; this.textContent = paid.hidden ? 'Show details' : 'Hide details'">Show details</button><p id="paid" hidden>Paid by card</p></section>`);

it.each([
	['Expand the Printing branch', 'Collapse the Printing branch', 'Paper and ink'],
	['Open the Printing section', 'Collapse Printing', 'Paper and ink'],
	['Expand Shipping', 'Collapse Shipping', 'Ships in two days'],
	['Show the details of Order 17', 'Hide the details of Order 17', 'Paid by card'],
])('%s leaves alone what is so already, and so does %s', async (open, close, body) => {
	const {url} = await serveSite({'/': folding});
	const [shown, hidden] = [`! "${body}" is visible`, `! "${body}" is not visible`];
	const outcome = await bench.run(url, [open, shown, open, shown, close, hidden, close, hidden], {stepTimeoutMs: 2500});
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

const survey =
	page(`<p id="at" role="status"></p><fieldset>${['History', 'Chess', 'Cooking'].map(name => `<label><input type="checkbox"> ${name}</label>`).join('')}</fieldset>
<button id="back">‹</button><button id="next">Next</button><button>Next month</button>
<script>let at = 1; const turn = by => { at += by; document.querySelector('#at').textContent = 'Question ' + at + ' of 3'; };
document.querySelector('#back').onclick = () => turn(-1); document.querySelector('#next').onclick = () => turn(1); turn(0);</script>`);

it('goes from one question to the next and back, and ticks each of several', async () => {
	const {url} = await serveSite({'/': survey});
	const lines = [
		'! Question 1 of 3 is shown',
		'Tick History and Chess',
		'! History and Chess are checked',
		'! Cooking is not checked',
		'Go to the next question',
		'! I am on question 2 of 3',
		'Go back to the previous question',
		'! It is question 1 of 3',
	];
	const outcome = await bench.run(url, lines, {stepTimeoutMs: 2500});
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const wrong = await bench.run(url, ['Go to the next question', '! Question 1 of 3 is shown'], {stepTimeoutMs: 800});
	expect(wrong.status).toBe('failed');
});

/** A page of plain boxes: what hears of clicks are spans in a line, and signs say what is done. */
const larder =
	page(`<style>.btn{display:inline-block;cursor:pointer}.btn.is-disabled{opacity:.4;pointer-events:none}.chip,.link{cursor:pointer}</style>
<div class="top"><a href="#shop">Shopping list<span>2</span></a> <a href="#liked">Favourites<span>1</span></a> <span>Mia W.</span></div>
<div id="filters"><span class="chip" onclick="told.textContent='Chip'">Easy ×</span> <span class="link" id="all">Clear all</span></div>
${['Apple Pie', 'Plum Cake'].map(name => `<div class="card"><h3>${name}</h3><button title="Add to favourites" onclick="told.textContent='Saved ${name}'">♥</button><button aria-label="Delete" onclick="told.textContent='Deleted ${name}'">🗑</button></div>`).join('')}
<div class="btn is-disabled" id="post">Post comment</div><div class="btn">Add to shopping list</div><p id="told"></p>
<script>document.querySelector('#all').onclick = () => { document.querySelector('#told').textContent = 'Cleared'; };</script>`);

it.each([
	[['Click "Clear all"', '! "Cleared" is visible'], 'passed'],
	[['Click the heart of Plum Cake', '! "Saved Plum Cake" is visible'], 'passed'],
	[['Click the bin icon of "Apple Pie"', '! "Deleted Apple Pie" is visible'], 'passed'],
	[['Go to Favourites', '! The URL ends with "#liked"'], 'passed'],
	[['Go to the shopping list', '! The URL ends with "#shop"'], 'passed'],
	[['! The "Post comment" button is disabled', '! The header shows "Mia W."', '! No banner is displayed'], 'passed'],
	[['! The "Post comment" button is enabled'], 'failed'],
	[['! The header shows "Apple Pie"'], 'failed'],
	[['! The banner is displayed'], 'failed'],
	[['! The "Add to shopping list" button is disabled'], 'failed'],
] as Array<[string[], string]>)('on a page of plain boxes, %s has %s', async (steps, verdict) => {
	const {url} = await serveSite({'/': larder});
	const {status, error} = await bench.run(url, steps, {stepTimeoutMs: verdict === 'passed' ? 8000 : 2000});
	expect({status, error: verdict === 'passed' ? error : null}).toEqual({status: verdict, error: null});
});
