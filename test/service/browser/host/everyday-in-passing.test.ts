import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportedVerdicts} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** Controls of one row are behind its dots; what was done is told above the table. */
const row = ([id, name, seats, status, why]: string[]) =>
	`<tr><td>${id}</td><td>${name}</td><td>${seats}</td><td><span>${status}</span>${why ? `<br><small>${why}</small>` : ''}</td><td><details><summary>⋯</summary><ul>${[
		'Copy',
		'Delete',
	]
		.map(deed => `<li><button onclick="told.textContent='${deed} ${id}'">${deed}</button></li>`)
		.join('')}</ul></details></td></tr>`;
const toursOf = (all: string, waiting: number, rows: string[][]) =>
	page(
		`<header><nav><a href="/">Tours <b>${waiting}</b></a> <a href="/wishes">Wishes</a> <a href="/profile">Profile</a></nav></header><main><h1>Tours</h1>
<div role="tablist"><div role="tab" tabindex="0" aria-selected="true">Planned (${all})</div><div role="tab" tabindex="0">Done (4)</div></div><p>Waiting (${waiting})</p>
<p id="told"></p><table><thead><tr><th>Tour</th><th>Guide</th><th>Seats</th><th>Status</th><th></th></tr></thead><tbody>${rows.map(row).join('')}</tbody></table><p><span>1–3 of ${all}</span> <span>Page 1 of 4</span></p></main>`,
		'Tours',
	);
const tours = toursOf('11', 2, [
	['T-31', 'Ada Berg', '4', 'Cancelled', 'Bad weather'],
	['T-30', 'Bo Lind', '9', 'Planned', ''],
	['T-29', 'Ada Berg', '2', 'Planned', ''],
]);
const form = page(
	`<main><h1>Book a tour</h1><form onsubmit="event.preventDefault();said.textContent=[...new FormData(this).values()].join('/')">
<label>Number of guests <input name="n" type="number" value="1" onchange="sum.textContent='€ '+this.value*20+'.00'"></label>
<label>Name of the first guest <input name="who"></label><p>Total <b id="sum">€ 20.00</b></p>
<label>Reason <select name="why"><option value="">–</option><option>Holiday</option><option>Study trip</option></select></label>
<fieldset><legend>Preferred language</legend><label><input type="radio" name="l" value="English" checked>English</label><label><input type="radio" name="l" value="Danish">Danish</label></fieldset>
<label><input type="checkbox" name="news" checked value="news"> Send me the newsletter</label><label><input type="checkbox" name="ok" value="ok"> I accept the terms</label>
<button>Book now</button> <a href="/bookings">My bookings</a></form><p id="said" role="status"></p></main>`,
	'Book a tour',
);
const login = page(
	`<main><h1>Wander</h1><form onsubmit="event.preventDefault();why.textContent=pw.value==='open sesame'?'Hello':'Wrong password, please try again.'"><label>E-mail <input id="em" value="a@b.test"></label><label>Password <input id="pw" type="password"></label><p id="why" class="error" role="alert"></p><button>Sign in</button></form></main>`,
	'Wander',
);
const search = page(
	`<header><a href="/">Walks</a><form action="/out"><button>Sign out</button></form></header><main><h1>Walks</h1><form onsubmit="event.preventDefault();told.textContent='sent '+(q.value||'all')"><input id="q" placeholder="Search"><label><input type="checkbox"> Only easy ones</label><button>Show walks</button> <a href="#" onclick="told.textContent='cleared'">Reset</a></form>
<p>Sort by: <b>Date</b> | <a href="#" onclick="told.textContent='by price'">Price</a></p><p>1 course</p><p id="told"></p><div><div class="card"><h3><a href="/course">Lake walk</a></h3><span>€ 12.00 a head</span></div></div></main>`,
	'Walks',
);
const thanks = page(
	'<main><h1>Thank you for your booking!</h1><p>Your booking number is <b>B-71</b>.</p><table><tr><th>Total</th><td>€ 40.00</td></tr></table></main>',
	'Thank you',
);
/** A list and its dialogs, all made of boxes. */
const requests = page(
	`<style>.veil,.back{position:fixed;inset:0;background:#0007}.box,.pop{position:fixed;left:200px;top:100px;background:#fff;padding:20px}.b{cursor:pointer}.row{display:grid;grid-template-columns:1fr 1fr 1fr 1fr 1fr}</style>
<h1>Requests</h1><div><div class="row head"><div>Name</div><div>Period</div><div>Days</div><div>Status</div><div></div></div>
${[
	['Ada Berg', '01.04.2026 – 03.04.2026', '2.5', 'Pending'],
	['Bo Lind', '07.04.2026 – 09.04.2026', '3', 'Approved'],
]
	.map(
		([name, ...cells]) =>
			`<div class="row"><div>${name}</div>${cells.map(cell => `<div><span>${cell}</span></div>`).join('')}<div><div class="b" onclick="ask('${name}')">Withdraw</div></div></div>`,
	)
	.join('')}
</div><div class="pager"><div class="b">1</div><div class="b">2</div><div class="b">3</div><div class="b">4</div></div><p id="told"></p>
<script>function ask(name){const at=document.createElement('div');const deed=name==='Ada Berg'?'Withdraw':'Go ahead';const [title,veil]=name==='Ada Berg'?['Withdraw request','']:['Are you sure?','<div class="back"></div>'];
at.innerHTML=(veil||'<div class="veil">')+'<div class="'+(veil?'pop':'box')+'"><div>'+title+'</div><div>The request of '+name+' will be gone.</div><div class="b" data-no>Keep it</div><div class="b" data-yes>'+deed+'</div></div>';
at.onclick=event=>{if(event.target.dataset.yes!==undefined)told.textContent='Gone: '+name;if(event.target.dataset.no!==undefined)told.textContent='Kept: '+name;if(event.target.dataset.yes!==undefined||event.target.dataset.no!==undefined)at.remove()};document.body.append(at)}</script>`,
	'Requests',
);
const entries: Record<number, string> = {3: 'Good Friday', 7: 'Mia Hansen', 20: 'Ada Berg'};
const days = (from: number, to: number, what: (day: number) => string) =>
	Array.from({length: to - from + 1}, (_, at) => `<div><div>${from + at}</div>${what(from + at)}</div>`).join('');
const calendar = page(
	`<style>.month{display:grid;grid-template-columns:repeat(7,1fr)}.month>div{min-height:30px}</style><h1>Calendar</h1><div>April 2026</div>
<div class="month">${days(30, 31, () => '<div>Old Event</div>')}${days(1, 30, day => (entries[day] ? `<div>${entries[day]}</div>` : ''))}${days(1, 3, () => '<div>Next Event</div>')}</div>`,
	'Calendar',
);
/** The page of one thing, with nothing that repeats. */
const ticket = page(
	`<header><a href="/bell">Notifications <b>3</b></a></header><main><h1>T-9 Printer is offline</h1><dl><dt>Status</dt><dd>Open</dd><dt>Priority</dt><dd>High</dd><dt>Amount due</dt><dd>208 EUR</dd></dl>
<div role="status">Ticket T-9 saved</div><p>Page 1 of 2</p><h2>Comments (1)</h2></main>`,
	'T-9',
);

const pages = {
	'/requests': requests,
	'/calendar': calendar,
	'/ticket': ticket,
	'/bell': page('<h1>Notifications</h1>', 'Notifications'),
	'/': tours,
	'/form': form,
	'/login': login,
	'/search': search,
	'/thanks': thanks,
	'/course': page('<h1>Lake walk</h1>', 'Lake walk'),
};

const holding: Record<string, string[]> = {
	'/requests': [
		'Ada Berg is listed with the period 01.04.2026 – 03.04.2026 and status Pending',
		'Ada Berg is in the list with 2.5 days, status "Pending"',
		'Bo Lind is shown with 3 days and the status Approved',
		'There is an entry for Bo Lind with status Approved',
		'The status of Bo Lind is Approved',
		'There are 2 requests',
	],
	'/calendar': [
		'On 7 April "Mia Hansen" is entered',
		'"Mia Hansen" is entered on 7 April and "Old Event" is not entered on 30 April',
		'3 April is marked as "Good Friday"',
		'On Tuesday, 7 April 2026, Mia Hansen is entered',
		'On April 20th the calendar shows "Ada Berg"',
		'There is an entry for Ada Berg on 20 April',
	],
	'/ticket': [
		'The ticket has the priority High and status Open',
		'The toast confirms "Ticket T-9 saved"',
		'A toast confirms "Ticket T-9 saved" and the counter reads Comments (1)',
		'The amount due rises by 30 EUR to 208 EUR',
		'Page 1 of 2 is shown',
		'The page has the heading "T-9 Printer is offline" and the status is Open',
	],
	'/': [
		'Below the table "1–3 of 11" and "Page 1 of 4" can be read',
		'The list has 11 entries',
		'Three tours are shown on the first page',
		'Two tours of "Ada Berg" are listed',
		'T-30 is listed with 9 seats',
		'T-30 is in the list with the status Planned',
		'T-29 is shown with 2 seats and the status Planned',
		'T-31 is in the list with the reason "Bad weather"',
		'The tab "Planned" shows 11',
		'The "Done" tab counts 4',
		'The counter next to Tours in the menu has dropped to 2',
		'T-28 has disappeared from the list',
		'The tour list opens',
		'"T-31" and "T-30" can be read',
	],
	'/thanks': [
		'A thank-you page with the booking number B-71 and the total € 40.00 is shown',
		'Instead of a booking form there is "Thank you for your booking!"',
		'The page shows "Thank you for your booking!" and a total of € 40.00',
	],
	'/login': ['The sign-in page is shown again', 'The e-mail is still filled in'],
};
const wrong: Record<string, string[]> = {
	'/requests': [
		'Ada Berg is listed with the period 01.04.2026 – 03.04.2026 and status Approved',
		'Bo Lind is shown with 2.5 days and the status Approved',
		'There is an entry for Ada Berg with status Approved',
		'There are 3 requests',
		'There are 4 requests',
	],
	'/calendar': [
		'On 6 April "Mia Hansen" is entered',
		'3 April is marked as "Next Event"',
		'On 7 March "Mia Hansen" is entered',
		'"Mia Hansen" is not entered on 7 March',
		'"Ada Berg" is not entered on 20 April',
	],
	'/ticket': [
		'The ticket has the priority High and status Closed',
		'A toast confirms "Ticket T-8 saved" and the counter reads Comments (1)',
		'A toast confirms "Ticket T-9 saved" and the counter reads Comments (2)',
		'The amount due rises by 30 EUR to 30 EUR',
		'Page 2 of 2 is shown',
	],
	'/': [
		'Below the table "1–3 of 11" and "Page 2 of 4" can be read',
		'Below the table "T-31" and "Page 1 of 4" can be read',
		'The list has 12 entries',
		'The list has 4 entries',
		'Four tours are shown on the first page',
		'Three tours of "Ada Berg" are listed',
		'T-30 is listed with 4 seats',
		'T-30 is in the list with the status Cancelled',
		'T-29 is shown with 2 seats and the status Cancelled',
		'T-30 is in the list with the reason "Bad weather"',
		'T-31 is in the list with the reason "Ada Berg"',
		'The tab "Planned" shows 4',
		'The counter next to Tours in the menu has dropped to 3',
		'T-30 has disappeared from the list',
		'T-30 has vanished',
		'T-28 has not disappeared from the list',
		'The list has not yet disappeared and T-28 has appeared',
		'The profile list opens',
		'"T-31" and "T-3" can be read',
		'The sign-in page is shown again',
	],
	'/thanks': [
		'A thank-you page with the booking number B-7 and the total € 40.00 is shown',
		'A thank-you page with the booking number B-71 and the total € 4.00 is shown',
		'Instead of "Thank you for your booking!" there is a booking form',
		'The page shows "Thank you for your booking!" and a total of € 4.00',
	],
	'/login': ['The password is still filled in', 'The page shows "Hello"'],
};

it.each(Object.entries(holding))('reads what is told in passing of %s', async (path, claims) => {
	const {url} = await serveSite(pages);
	const {status, error, script} = await bench.run(
		`${url}${path}`,
		claims.map(claim => `! ${claim}`),
	);
	expect({status, error}).toEqual({status: 'passed', error: null});
	const again = await bench.run(
		`${url}${path}`,
		claims.map(claim => `! ${claim}`),
		{replay: script},
	);
	expect({status: again.status, error: again.error}).toEqual({status: 'passed', error: null});
});

it.concurrent.for(Object.entries(wrong).flatMap(([path, claims]) => claims.map(claim => [claim, path] as const)))(
	'does not take for true: %s',
	async ([claim, path], {onTestFinished}) => {
		const {url} = await serveSite(pages, onTestFinished);
		const {status} = await bench.run(`${url}${path}`, [`! ${claim}`], {stepTimeoutMs: 1500});
		expect(status).not.toBe('passed');
	},
);

const acts: Array<[string, string[], string]> = [
	['/requests', ['Withdraw the request of Ada Berg and confirm'], 'Gone: Ada Berg'],
	['/requests', ['Click "Withdraw" at the request of Bo Lind and confirm'], 'Gone: Bo Lind'],
	['/requests', ['Withdraw the request of Bo Lind', 'Confirm the dialog'], 'Gone: Bo Lind'],
	['/requests', ['Withdraw the request of Ada Berg, but cancel the confirmation'], 'Kept: Ada Berg'],
	['/ticket', ['The notifications badge is 3; open it', '! I am on the Notifications page'], ''],
	['/', ['Delete T-30'], 'Delete T-30'],
	['/', ['Delete T-30 for good'], 'Delete T-30'],
	['/', ['Copy T-29 through its row menu'], 'Copy T-29'],
	['/', ['Use the row menu of T-29 to copy it'], 'Copy T-29'],
	['/', ['Open the row menu of T-31, choose Delete'], 'Delete T-31'],
	[
		'/form',
		['Set the number of guests to 3, enter "Jo Day" as first guest, accept the terms and book'],
		'3/Jo Day//English/news/ok',
	],
	['/form', ['Choose Danish as language, unsubscribe from the newsletter and book'], '1///Danish'],
	['/form', ['Pick the reason "Study trip" and click "Book now"'], '1//Study trip/English/news'],
	['/form', ['Change the number to 4 and book'], '4///English/news'],
	['/form', ['Increase the number of guests to 3', '! The total is € 60.00'], ''],
	['/login', ['Enter "nonsense" as password and sign in'], 'Wrong password, please try again.'],
	['/login', ['Try to sign in as a@b.test with password "nonsense"'], 'Wrong password, please try again.'],
	[
		'/login',
		[
			'Sign in as a@b.test with the wrong password "nonsense"',
			'! The login is rejected: "Wrong password, please try again."',
		],
		'',
	],
	['/login', ['Correct the password to "open sesame" and sign in again'], 'Hello'],
	['/search', ['Type "lake" into the search field and apply the filter'], 'sent lake'],
	['/search', ['Reset the filter'], 'cleared'],
	['/search', ['Sort by price'], 'by price'],
	['/search', ['Open the course that is found', '! I am on the Lake walk page'], ''],
];

/** Steps of a row of `acts`, and whether it is exported, too. */
const linesOf = ([, steps, said]: (typeof acts)[number]) =>
	said === '' ? steps : [...steps, `! "${said}" is visible`];
const isExported = ([path, steps]: (typeof acts)[number]) => path !== '/' && path !== '/requests' && steps.length === 1;

it.each(acts)('on %s does what is said in passing: %s', async (...row) => {
	const {url} = await serveSite(pages);
	const [at, lines] = [`${url}${row[0]}`, linesOf(row)];
	const run = await bench.run(at, lines, {stepTimeoutMs: 8000});
	expect(run).toMatchObject({status: 'passed', error: null});
	expect(await bench.run(at, lines, {stepTimeoutMs: 8000, replay: run.script})).toMatchObject({
		status: 'passed',
		error: null,
	});
});

it('exports what is said in passing so that it does the same', async () => {
	const {url} = await serveSite(pages);
	const files = acts.filter(isExported).map(async (row, place) => {
		const [at, lines] = [`${url}${row[0]}`, linesOf(row)];
		const {script} = await bench.run(at, lines, {stepTimeoutMs: 8000});
		const code = exportPlaywright(script!, {name: 'acts', targetUrl: at, steps: lines});
		return [`${place}`, code.replaceAll('30_000', '5_000'), row[1][0]!] as const;
	});
	const all = await Promise.all(files);
	// What a step spells as a password is in no file.
	const verdicts = await exportedVerdicts(Object.fromEntries(all), {TEST_PASSWORD: 'nonsense'});
	expect(all.flatMap(([file, , said]) => (verdicts[file] === true ? [] : said))).toEqual([]);
});

it('signs in with what has been typed, and not with the account of the project', async () => {
	const {url} = await serveSite(pages);
	const account = {username: 'owner', password: 'open sesame'};
	const lines = ['Enter "nonsense" as password and log in', '! "Wrong password, please try again." is visible'];
	expect(await bench.run(`${url}/login`, lines, {account})).toMatchObject({status: 'passed', error: null});
});
