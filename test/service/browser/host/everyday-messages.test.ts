import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Messages of every kind, a list of records with what is done to them, steps, and a form without a name. */
const desk = page(`<h1>Desk</h1>
<ol aria-label="Progress"><li>Details</li><li aria-current="step">Date</li><li>Summary</li></ol>
<p>No tickets match your search</p><p role="alert">Wrong code. 2 attempts left.</p><p>All changes saved</p>
<p>Not all files were sent</p><p class="err">Enter at least one recipient</p>
<ul><li><input type="checkbox" aria-label="Select Lunch" checked> Lunch <button aria-pressed="true" aria-label="Star">*</button> <small>Payment received</small></li><li>Parking <button aria-pressed="false" aria-label="Star">*</button></li></ul>
<button onclick="this.textContent='Archived'">Archive</button>
<table><tr><th>Name</th><th>Seats</th></tr><tr><td>Egon Moss</td><td>12</td></tr><tr><td>Faye Lark</td><td>2</td></tr></table>
<div><span>Adults</span><button aria-label="Fewer adults" onclick="a.textContent--">−</button><output id="a" aria-label="Adults">3</output><button aria-label="More adults" onclick="a.textContent++">+</button></div>
<div><span>Children</span><button aria-label="Fewer children">−</button><output aria-label="Children">2</output><button aria-label="More children">+</button></div>
<form onsubmit="event.preventDefault();o.textContent='Thanks '+n.value"><label>Comment <input id="n"></label><button>Post reply</button></form><p id="o"></p>
<p><span id="w">Email digests</span> <button role="switch" aria-checked="false" aria-labelledby="w">Off</button></p>`);

const holding = [
	'A message says that no tickets match the search',
	'It says that 2 attempts are left',
	'I am told to enter at least one recipient',
	'All changes have been saved',
	'The message Lunch is starred',
	'Parking is not starred',
	'Egon Moss now has 12 seats',
	'There are 3 adults and 2 children',
	'The wizard is on the Date step',
	'Egon Moss is on top',
	'The switch for email digests is off',
];

const wrong = [
	'A message says that tickets match the search',
	'It says that 12 attempts are left',
	'It says that attempts are left',
	'A message says that all files were sent',
	'All files have been sent',
	'A notice says that the payment was received',
	'It says that the lunch was archived',
	'Parking is starred',
	'Lunch is not starred',
	'Egon Moss has 2 seats',
	'Faye Lark has 12 seats',
	'There are 2 adults and 3 children',
	'There are 3 adults and 3 children',
	'The wizard is on the Summary step',
	'Faye Lark is on top',
	'The switch for email digests is on',
];

it('reads what somebody tells of the messages of a page', async () => {
	const {url} = await serveSite({'/desk': desk});
	const outcome = await bench.run(
		`${url}/desk`,
		holding.map(claim => `! ${claim}`),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it.concurrent.for(wrong)('does not take for true: %s', async (claim, {onTestFinished}) => {
	const {url} = await serveSite({'/desk': desk}, onTestFinished);
	const {status, steps} = await bench.run(`${url}/desk`, [`! ${claim}`], {stepTimeoutMs: 2000});
	expect({status, reading: steps[0]!.reading}).toMatchObject({status: 'failed', reading: expect.any(String)});
});

it('does what is said of numbers, of what is selected, and of a form', async () => {
	const {url} = await serveSite({'/desk': desk});
	const outcome = await bench.run(`${url}/desk`, [
		'Add 2 more adults',
		'! The number of adults is 5',
		'Take one adult off again',
		'! The number of adults is 4',
		'Archive the selected messages',
		'! The Archived button is visible',
		'Type "Ann" into Comment',
		'Submit the form',
		'! "Thanks Ann" is visible',
		'Reply with "Bo"',
		'! "Thanks Bo" is visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('does not go to a page by a text that leads nowhere', async () => {
	const {url} = await serveSite({'/desk': desk});
	const {status, error} = await bench.run(`${url}/desk`, ['Go to Summary'], {stepTimeoutMs: 1500});
	expect({status, error}).toMatchObject({status: 'failed', error: expect.stringContaining('nothing to go')});
});
