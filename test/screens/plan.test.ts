import {afterEach, describe, expect, it} from 'vitest';
import {frameProblems} from '../helpers/frame-problems.ts';
import {PlanWorld, sampleEdge, samplePlanRow, sampleEndpoint} from '../helpers/plan-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

function open(plan: PlanWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(plan.world, {screen: 'plan', id: 'prj_1', columns: 140, ...options});
	return screen.terminal;
}

describe('the plan of an API', () => {
	it('lists endpoints by family with what is ticked, what is unconfirmed, and why one has no tests', async () => {
		const text = await open(new PlanWorld()).shows('Chains');
		expect(text).toMatch(/5 of 5 tests ticked, 1 of them chains$/m);
		expect(text).toMatch(/▾ \[x\] \/users {2}4\/4 {2}2 endpoints, 1 unconfirmed/);
		expect(text).toMatch(/▸ \[x\] +POST +\/users +✓ confirmed +3\/3/);
		expect(text).toMatch(/▸ \[x\] ○ GET +\/users\/\{userId\} +○ unconfirmed +1\/1/);
		expect(text).toMatch(/POST +\/carts +every probe was refus.* 0\/0/);
	});

	it('opens an endpoint to what it needs and to its tests by category', async () => {
		const terminal = open(new PlanWorld());
		await terminal.shows('Chains');
		terminal.type('\rj\u001B[B');
		const text = await terminal.until(screenText => /❯ +\[x\] creates a user/.test(screenText), 'the first row');
		expect(text).toMatch(/\[x\] Functional or happy path {2}1\/1/);
		expect(text).toMatch(/\[x\] refuses an unreadable body +late +p1/);
		terminal.type('jjjj\r');
		await terminal.until(
			screenText => /↑ ●●●○ path:userId ← POST \/users \$\.id {2}ambiguous/.test(screenText),
			'the edge',
		);
	});

	it('shows the recipe of a row in plain words, each expectation with where it comes from', async () => {
		const terminal = open(new PlanWorld());
		await terminal.shows('Chains');
		terminal.type('\rjj');
		await screen.clock.advance(200);
		const text = await terminal.shows('Steps');
		expect(text).toMatch(/1 POST \/orders {2}create an order/);
		expect(text).toContain('sends {userId: user_id}');
		expect(text).toMatch(/document +answers 201/);
		expect(text).toMatch(/gives order_id from \$\.id, deleted by DELETE/);
	});

	it('shows of an endpoint what it needs and gives, with score and reason', async () => {
		const terminal = open(new PlanWorld());
		const text = await terminal.shows('Gives');
		expect(text).toMatch(/●●●○ user_id → GET \/users\/\{userId\} path:userId/);
		terminal.type('j');
		const needs = await terminal.shows('Needs');
		expect(needs).toMatch(/●●●○ path:userId {2}ambiguous/);
		expect(needs).toContain('← POST /users $.id as user_id');
		expect(needs).toContain('it stands behind /users');
	});

	it('can be listed by category instead, and filtered by words', async () => {
		const terminal = open(new PlanWorld());
		await terminal.shows('Chains');
		terminal.type('v');
		const text = await terminal.shows('By category');
		expect(text).toMatch(/▾ \[x\] Error handling and edge cases {2}2\/2/);
		expect(text).toMatch(/\[x\] POST \/users refuses a user without email/);
		terminal.type('/unreadable\r');
		const filtered = await terminal.showsNot('reads the user');
		expect(filtered).toContain('refuses an unreadable body');
	});
});

describe('ticking', () => {
	it.each([
		['a row', '\rjj ', {selected: false, rowIds: ['row_1']}, '4 of 5'],
		['a category of an endpoint', '\rjjj ', {selected: false, category: 'error_edge', endpointId: 'ep_1'}, '3 of 5'],
		['an endpoint', ' ', {selected: false, endpointId: 'ep_1'}, '2 of 5'],
		['a family', 'k ', {selected: false, rowIds: ['row_1', 'row_2', 'row_3', 'row_4']}, '1 of 5'],
		['everything', 'A', {selected: false, all: true}, '0 of 5'],
		['what a filter leaves', '/refuses\rA', {selected: false, rowIds: ['row_2', 'row_3']}, '3 of 5'],
	])('%s is one change', async (_what, keys, body, told) => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type(keys);
		await terminal.shows(`${told} tests ticked`);
		await terminal.shows('version 2');
		expect(plan.sent).toEqual([['selectPlanRows', body]]);
	});

	it('fast sends one change after the other, each on the version that the one before made', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rjj jj ');
		await terminal.shows('version 3');
		expect(plan.sent.map(([, body]) => body)).toEqual([
			{selected: false, rowIds: ['row_1']},
			{selected: false, rowIds: ['row_2']},
		]);
		await terminal.shows('3 of 5 tests ticked');
	});

	it('on a plan that somebody else has changed says so, shows theirs, and overwrites nothing', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		// A change that is told to nobody who waits: the tick meets it.
		plan.version++;
		plan.rows = plan.rows.map(row =>
			row.rowId === 'row_4' ? {...row, title: 'changed elsewhere', rev: plan.version} : row,
		);
		terminal.type(' ');
		await terminal.shows('The plan was changed elsewhere. It is shown as it is now, and nothing was overwritten.');
		await terminal.shows('5 of 5 tests ticked');
		terminal.type('/elsewhere\r');
		await terminal.shows('changed elsewhere');
	});

	it('is not possible once tests were made of the plan', async () => {
		const plan = new PlanWorld();
		plan.status = 'locked';
		const terminal = open(plan);
		await terminal.shows('locked: tests were made of it');
		terminal.type(' ');
		await terminal.shows('The plan is locked: tests were made of it. m starts a new one, which keeps what you have');
		await terminal.showsNot('Space ticks');
		for (const key of 'AJPN') terminal.type(key);
		terminal.type('gg');
		await terminal.until(text => /❯ ▾ \[.\] \/users/.test(text), 'the head of the family');
		await terminal.showsNot('Space ticks');
		expect(plan.sent).toEqual([]);
	});
});

describe('changing a test to be', () => {
	it('sends only what was changed', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rjje');
		await terminal.shows('Edit the planned test');
		terminal.type('\u0015signs up with an e-mail\r\r\r\r\u001B[C\r');
		await terminal.shows('Saved: planning again keeps it');
		expect(plan.sent).toEqual([['editPlanRow', {title: 'signs up with an e-mail', priority: 'p2'}]]);
		await terminal.shows('[x] signs up with an e-mail');
	});

	it('gives it a priority, and another place among those of its category', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rjjjJ');
		await terminal.shows('That is for a planned test: put the cursor on one.');
		terminal.type('jK');
		await terminal.shows('It is the first of its group.');
		terminal.type('P');
		await terminal.shows('p0  High, before p1');
		await terminal.until(text => /p1 {2}High +│/.test(text), 'p1 in words');
		terminal.type('1');
		await terminal.until(text => /refuses a user without email +edited +p0/.test(text), 'the priority');
		terminal.type('J');
		await terminal.shows('version 3');
		expect(plan.sent.at(-1)).toEqual(['movePlanRow', {after: 'row_3'}]);
	});

	it('adds one in words and removes one after asking', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('\rjN');
		await terminal.shows('A test of POST /users');
		terminal.type('refuses a name of blanks\rblanks as name\r422\r\r\r');
		await terminal.shows('Added refuses a name of blanks');
		expect(plan.sent[0]?.[1]).toMatchObject({endpointId: 'ep_1', title: 'refuses a name of blanks'});
		await terminal.until(text => /❯ +\[x\] refuses a name of blanks/.test(text), 'the new row');
		terminal.type('D');
		await terminal.shows('Neither u nor planning again brings it back.');
		terminal.type('2');
		await terminal.shows('Removed refuses a name of blanks');
		await terminal.showsNot('[x] refuses a name of blanks');
	});
});

describe('where values come from', () => {
	it('is pinned to one of the alternatives, cut, renamed, and taken back', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan, {columns: 200});
		await terminal.shows('Chains');
		terminal.type('j\rj');
		await terminal.shows('Could also come from');
		terminal.type('p');
		await terminal.shows('Where path:userId comes from');
		terminal.type('2');
		await terminal.shows('path:userId takes $.userId of POST /carts');
		await terminal.until(text => /↑ ●●●● path:userId ← POST \/carts \$\.userId {2}pinned/.test(text), 'the pin');
		terminal.type('n');
		await terminal.shows('Rename user_id');
		terminal.type('\u0015buyer_id\r');
		await terminal.shows('user_id is called buyer_id now');
		terminal.type('u');
		await terminal.shows('path:userId is inferred again');
		terminal.type('n');
		await terminal.shows('Rename buyer_id');
		terminal.type('\u0015seller_id\r');
		await terminal.shows('buyer_id is called seller_id now');
		terminal.type('u');
		await terminal.shows('path:userId has its own name again, not seller_id');
		terminal.type('x2');
		await terminal.shows('path:userId is taken from the environment now');
		terminal.type('u');
		await terminal.shows('path:userId is inferred again');
		expect(plan.sent.map(([, body]) => body)).toEqual([
			{state: 'pinned', producerEndpointId: 'ep_3', pointer: '$.userId'},
			{variable: 'buyer_id'},
			{state: 'inferred'},
			{variable: 'seller_id'},
			{state: 'inferred'},
			{state: 'cut'},
			{state: 'inferred'},
		]);
	});

	it('can be any endpoint that is typed; one that is not there is told in the form', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('jp');
		await terminal.shows('One that nothing feeds yet');
		terminal.type('1');
		await terminal.shows('Leave it');
		terminal.type('4');
		await terminal.shows('Pointer');
		terminal.type('POST /nowhere\r\r');
		await terminal.shows('There is no endpoint "POST /nowhere".');
	});
});

describe('a place that nothing feeds', () => {
	const plain = (index: number) =>
		sampleEdge({
			edgeId: `edg_plain${index}`,
			consumerEndpointId: 'ep_1',
			consumerEndpointPath: 'POST /users',
			place: `body:$.field${index}`,
			producer: null,
			variable: '',
			score: 0,
			guessed: false,
			ambiguous: false,
			alternatives: [],
		});

	it('is chosen and fed by an endpoint that is typed', async () => {
		const plan = new PlanWorld();
		plan.plainPlaces = [plain(1), plain(2)];
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('p');
		await terminal.shows('Feed which place of POST /users');
		terminal.type('2');
		await terminal.shows('Where body:$.field2 comes from');
		terminal.type('post /carts\r$.id\r');
		await terminal.shows('body:$.field2 takes a value of POST /carts');
		expect(plan.sent).toEqual([['setEdge', {state: 'pinned', producerEndpointId: 'ep_3', pointer: '$.id'}]]);
	});

	it('is typed where there are many; one that is not there is told', async () => {
		const plan = new PlanWorld();
		plan.plainPlaces = Array.from({length: 30}, (_, index) => plain(index));
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('p');
		await terminal.shows('such as body:$.field0, body:$.field1');
		terminal.type('body:$.none\r');
		await terminal.shows('There is no place "body:$.none".');
		terminal.type('\u0015body:$.field27\r');
		await terminal.shows('Where body:$.field27 comes from');
		terminal.type('POST /carts\r\r');
		await terminal.shows('body:$.field27 takes a value of POST /carts');
	});
});

describe('an endpoint', () => {
	it('is added by hand, with a sample that must be JSON', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('a');
		await terminal.shows('Add an endpoint');
		terminal.type('orders\r\r{\r');
		await terminal.shows('The path begins with a slash and holds no blank.');
		terminal.type('\u001B[A\u001B[A\u0015/orders\r\r\r');
		await terminal.shows('The sample body is not JSON');
		terminal.type('\u0015{"n": 1}\r');
		await terminal.shows('Added GET /orders');
		expect(plan.sent).toEqual([['createEndpoint', {method: 'GET', path: '/orders', sampleRequestBody: {n: 1}}]]);
	});

	it('is edited by hand: method, path and sample, too', async () => {
		const plan = new PlanWorld();
		const terminal = open(plan);
		await terminal.shows('Chains');
		terminal.type('e');
		await terminal.shows('Edit POST /users');
		terminal.type('\u001B[A\u0015/people\r\r\r\r{"name": "x"}\r');
		await terminal.shows('Saved: a later discovery leaves it as it is');
		expect(plan.sent).toEqual([['updateEndpoint', {path: '/people', sampleRequestBody: {name: 'x'}}]]);
	});
});

describe('the Plan screen', () => {
	it.each([
		[60, 20],
		[100, 30],
		[200, 50],
	])('fits %i columns and %i rows with names of any script and hostile ones', async (columns, rows) => {
		const plan = new PlanWorld();
		const hostile = 'evil\u001B[2J\u001B]0;title\u0007\u202Ename';
		plan.endpoints = [
			...plan.endpoints,
			sampleEndpoint({endpointId: 'ep_4', path: `/${hostile}`, family: hostile, summary: hostile}),
		];
		plan.rows = [
			...plan.rows,
			samplePlanRow({
				rowId: 'row_6',
				endpointId: 'ep_4',
				title: `${hostile} 注文サービス 🚀`,
				category: hostile,
				order: 6,
			}),
		];
		const terminal = open(plan, {columns, rows});
		await terminal.shows('POST');
		terminal.type('Gk\rjj');
		await screen.clock.advance(200);
		await terminal.until(text => /evilname/.test(text), 'the hostile row');
		await terminal.quiet();
		expect(frameProblems({lines: terminal.lines(), columns, rows}), terminal.text()).toEqual([]);
		const written = terminal.written.join('');
		expect(written).not.toContain('\u001B]0;title');
		expect(written).not.toMatch(/\u202E/);
		terminal.type('f');
		await terminal.quiet();
		expect(frameProblems({lines: terminal.lines(), columns, rows}), terminal.text()).toEqual([]);
	});

	it('is for backend projects only, and says so', async () => {
		const plan = new PlanWorld();
		screen = openScreen(plan.world, {screen: 'plan', id: 'prj_2'});
		await screen.terminal.shows('Plans are for backend projects');
	});

	it('is reached from the list of projects and from the palette', async () => {
		const plan = new PlanWorld();
		screen = openScreen(plan.world, {columns: 140});
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('gp');
		await terminal.shows('5 of 5 tests ticked');
		terminal.type('\u001B');
		await terminal.showsNot('tests ticked');
		terminal.type(':screen: plan\r');
		await terminal.shows('5 of 5 tests ticked');
	});
});
