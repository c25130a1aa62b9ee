import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const shell = (body: string) =>
	page(
		`<header><nav><a href="/">Home</a> <a href="/about">About us</a> Contact</nav></header><main><h1>Shop</h1>${body}</main>`,
	);
const opener = (isOpen: boolean) =>
	shell(
		`<div role="combobox" tabindex="0" aria-label="Size" aria-expanded="${isOpen}" aria-controls="l">Small</div>${isOpen ? '<ul role="listbox" id="l" aria-label="Sizes"><li role="option">Small</li><li role="option">Large</li></ul>' : ''}`,
	);
const ownMenu = shell(
	'<button aria-expanded="true">More</button><div role="menu" aria-label="More"><div role="menuitem">Copy</div></div>',
);
const native = shell('<label>Size <select><option>Small</option><option>Large</option></select></label>');
const signIn = (type: string) => shell(`<form><label>Password <input type="${type}" value="x"></label></form>`);
const tabs = (at: number) =>
	shell(
		`<div role="tablist">${['Details', 'Reviews'].map((name, one) => `<button role="tab" aria-selected="${one === at}">${name}</button>`).join('')}</div>`,
	);
const form = (value: string) =>
	shell(`<form><label>Name <input value="${value}"></label><label>Mail <input></label></form>`);
const dialogs = shell(
	'<p>Confirm your order</p><div role="dialog" aria-modal="true" aria-label="Terms"><p>Read them</p></div>',
);
const search = (hint: string) => shell(`<input type="search" aria-label="Find" placeholder="${hint}">`);
const lists = (title: string) =>
	shell(
		`<h2>${title}</h2><ul><li>Ada</li><li>Bob</li></ul><div role="menu" aria-label="File"><div role="menuitem">Open</div></div>`,
	);
const marks = page(
	'<header><a class="logo" href="/"><img alt="Acme" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a><nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/a">About</a></li></ul></nav></header><main><h1>Shop</h1></main>',
);
const byClass = shell('<div class="product-list"><div class="p">Red Mug</div><div class="p">Blue Mug</div></div>');
const people = shell(
	'<h2>People</h2><table><tr><th>Name</th><th>Role</th></tr><tr><td>Ada</td><td>Admin</td></tr><tr><td>Bob</td><td>Guest</td></tr></table>',
);

it.each([
	['The Size dropdown is open', opener(true), 'passed'],
	['The Size dropdown is open', opener(false), 'failed'],
	['The Size dropdown is open', native, 'failed'],
	['The Size dropdown is closed', opener(false), 'passed'],
	['The Size dropdown is closed', opener(true), 'failed'],
	['The dropdown is open', ownMenu, 'passed'],
	['The password field is masked', signIn('password'), 'passed'],
	['The password field is masked', signIn('text'), 'failed'],
	['The password is shown in plain text', signIn('text'), 'passed'],
	['The password is shown in plain text', signIn('password'), 'failed'],
	['The active tab is Reviews', tabs(1), 'passed'],
	['The active tab is Reviews', tabs(0), 'failed'],
	['The form fields are cleared', form(''), 'passed'],
	['The form fields are cleared', form('Ada'), 'failed'],
	['The navigation bar contains links to Home and About us', form(''), 'passed'],
	['The navigation bar contains links to Home and Contact', form(''), 'failed'],
	['The modal is displayed with the title "Terms"', dialogs, 'passed'],
	['The modal is displayed with the title "Confirm your order"', dialogs, 'failed'],
	['The placeholder text is "Search…"', search('Search…'), 'passed'],
	['The placeholder text is "Search…"', search('Find a lamp'), 'failed'],
	['The user list is visible', lists('Users'), 'passed'],
	['The user list is visible', lists('Orders'), 'failed'],
	['The list of users is displayed', lists('Users'), 'passed'],
	['The user list is not displayed', lists('Users'), 'failed'],
	['The product list is displayed', byClass, 'passed'],
	['The order list is displayed', byClass, 'failed'],
	['The people table is displayed', people, 'passed'],
	['The orders table is displayed', people, 'failed'],
	['The navigation bar is displayed', marks, 'passed'],
	['The main navigation is displayed', marks, 'passed'],
	['The navigation menu is not displayed', marks, 'failed'],
	['The company logo is displayed in the header', marks, 'passed'],
	['The header contains the logo', marks, 'passed'],
	['The header contains the logo', lists('Users'), 'failed'],
	['The sidebar is displayed', lists('Users'), 'failed'],
	['The admin menu is not available', lists('Users'), 'passed'],
	['The table contains a row with "Ada" and "Admin"', people, 'passed'],
	['The table contains a row with "Ada" and "Guest"', people, 'failed'],
])('holds or not as the page is: %s', async (claim, body, expected) => {
	const {url} = await serveSite({'/': body});
	const {status, steps} = await bench.run(url, ['Open the home page', `! ${claim}`], {stepTimeoutMs: 1500});
	expect({status, error: status === 'passed' ? steps.at(-1)?.error : null}).toEqual({status: expected, error: null});
});

const late = shell(
	`<p>Status: <b id="s">Open</b></p><script>setTimeout(() => { document.querySelector('#s').textContent = 'Done'; document.querySelector('main').insertAdjacentHTML('beforeend', '<ul><li>Red Mug</li><li>Blue Mug</li></ul>'); }, 400)</script>`,
);

it.each([
	['Wait for the results to appear', 'passed'],
	['Wait for the list to contain "Blue Mug"', 'passed'],
	['Wait for the status to change to Done', 'passed'],
	['Wait for the status to change to Closed for at most 2 seconds', 'failed'],
	['Wait up to 2 seconds for the list to have 3 items', 'failed'],
])('waits for what is said as a claim: %s', async (step, expected) => {
	const {url} = await serveSite({'/': late});
	const {status} = await bench.run(url, ['Open the home page', step], {stepTimeoutMs: 8000});
	expect(status).toBe(expected);
});

it('picks the radio button that is said to be for something', async () => {
	const {url} = await serveSite({
		'/': shell(
			'<label><input type="radio" name="s"> Standard</label><label><input type="radio" name="s"> Express shipping</label>',
		),
	});
	const {status} = await bench.run(url, [
		'Open the home page',
		'Select the radio button for Express shipping',
		'! The Express shipping radio button is selected',
		'! The Standard radio button is not selected',
	]);
	expect(status).toBe('passed');
});
