import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

const person = (name: string, left: number) => `<tr><td>${name}</td><td>${left} days left</td></tr>`;

/** A page of what testers remark: a badge, boxes to filter by, a table, cards, a refusal and a list that is called nothing. */
const staff = page(`<header><nav><a href="#a">Approvals <span>3</span></a> <a href="#t">Team</a></nav></header>
<fieldset><legend>Department</legend>${['Design', 'Sales', 'Legal'].map(name => `<label><input type="checkbox"> ${name}</label>`).join('')}</fieldset>
<label><input type="checkbox" checked> Monday</label><label><input type="checkbox"> Friday</label>
<button aria-pressed="true">Lunch</button><button aria-pressed="false">Dinner</button>
<section><h2>People</h2><table><tr><th>Name</th><th>Left</th></tr>${person('Finn Larsen', 0)}${person('Ines Costa', 4)}${person('Carla Ruiz', 9)}</table></section>
<section><h2>Balances</h2><article><h3>Vacation</h3><p>18 days left of 25</p></article><article><h3>Sick leave</h3><p>4</p></article></section>
<div role="alert">Enter a valid email address. You must agree to the privacy notice.</div><p class="hint">Please choose an answer.</p>
<p>12 open tickets</p><h2>Reviews (3)</h2><h3>Search bar</h3><p>Rating</p><form onsubmit="said.textContent='Sent'; return false"><label>Name <input></label><button>Submit request</button></form><p id="said"></p>
<div style="position:relative"><label style="font-size:24px">★<input type="radio" aria-label="4 stars" name="r" style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)" onchange="said.textContent='Rated'"></label></div>`);

const holding = [
	'Two balance cards are shown: Vacation and Sick leave',
	'Monday is checked while Friday is unchecked',
	'"Vacation" is shown instead of an error',
	'Finn Larsen is in the first row with 0 days left',
	'The first three people are Finn Larsen, Ines Costa and Carla Ruiz',
	'No department is checked',
	'None of the department checkboxes is checked',
	'The Lunch chip is highlighted as pressed',
	'The badge next to Approvals shows 3',
	'The Approvals link has a badge with the number 3',
	'An error says that a valid email address must be entered',
	'I am asked to choose an answer',
	'A warning says that I must agree to the privacy notice',
	'"Vacation" is displayed after the reload',
	'Just Finn Larsen, Ines Costa and Carla Ruiz are left in the table',
	'The number of reviews is 3',
	'Search bar is visible',
];

const wrong = [
	'Two balance cards are shown: Vacation and Parental leave',
	'Three balance cards are shown: Vacation and Sick leave',
	'Monday is checked while Friday is checked',
	'"Parental leave" is shown instead of an error',
	'Finn Larsen is in the first row with 4 days left',
	'The first three people are Ines Costa, Finn Larsen and Carla Ruiz',
	'No department is unchecked',
	'The Dinner chip is highlighted as pressed',
	'The badge next to Approvals shows 2',
	'The Team link has a badge with the number 3',
	'An error says that a valid phone number must be entered',
	'An error says that no valid email address must be entered',
	'I am asked to choose a file',
	'The rating error is visible',
	'Only Finn Larsen and Ines Costa are left',
	'Just Finn Larsen and Ines Costa are left',
	'Now just Finn Larsen and Ines Costa are left in the table',
	'The number of reviews is 4',
	'The Vacation card shows 8 days left',
];

it('reads what testers remark of a page', async () => {
	const {url} = await serveSite({'/': staff});
	const outcome = await bench.run(
		url,
		holding.map(claim => `! ${claim}`),
		{stepTimeoutMs: 3000},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for(wrong)('does not take for true: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/': staff}, onTestFinished);
	const {status} = await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 1500});
	expect(status).not.toBe('passed');
});

it('carries out what is said with what is left out, and a star that is hidden behind its label', async () => {
	const {url} = await serveSite({'/': staff});
	const steps = [
		'Submit the request without choosing a type',
		'! "Sent" is visible',
		'Click "4 stars"',
		'! "Rated" is visible',
		'Filter by the Design and Sales departments',
		'! Design and Sales are checked',
		'! Legal is not checked',
		'Enter the name "Nora" and submit the request',
		'! The name is "Nora"',
	];
	const outcome = await bench.run(url, steps, {stepTimeoutMs: 3000});
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('takes the number that the page states where two lists could be counted', async () => {
	const list = (...names: string[]) => `<ul>${names.map(name => `<li>${name}</li>`).join('')}</ul>`;
	const desk = page(
		`<h1>Desk</h1><p role="status">12 open tickets</p>${list('Ada', 'Bo')}<p>Then</p>${list('Cy', 'Di')}`,
	);
	const {url} = await serveSite({'/': desk});
	const verdicts = ['There are 12 open tickets', 'There are 11 open tickets'].map(async claim => {
		const {status} = await bench.run(url, [`! ${claim}`], {stepTimeoutMs: 2000});
		return status;
	});
	expect(await Promise.all(verdicts)).toEqual(['passed', 'failed']);
});
