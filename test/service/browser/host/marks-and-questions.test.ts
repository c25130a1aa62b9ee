import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

async function verdicts(body: string, claims: Record<string, 'passed' | 'failed' | 'blocked'>): Promise<void> {
	const {url} = await serveSite({'/p': page(body, 'Zoo')});
	const said: Record<string, string> = {};
	for (const claim of Object.keys(claims))
		said[claim] = (await bench.run(`${url}/p`, [`! ${claim}`], {stepTimeoutMs: 2000})).status;
	expect(said).toEqual(claims);
}

const operation = (method: string, path: string, says: string, mark = '') =>
	`<div class="opblock ${mark}"><button aria-expanded="false"><span>${method}</span> <span>${path}</span> <span>${says}</span></button><button aria-label="Copy"><svg width="9" height="9"></svg></button></div>`;
const zoo = `<main><h1>Zoo API <small>1.4.0</small></h1><section><h2>pets</h2><div>${operation('GET', '/pets', 'List pets')}${operation('GET', '/pets/findByTags', 'Find by tags', 'opblock-deprecated')}${operation('POST', '/pets', 'Add pet')}</div></section>
<section><h2>zones</h2><div>${operation('GET', '/zones', 'List zones')}${operation('POST', '/zones', 'Add zone')}</div></section>
<h4>Server response</h4><table><thead><tr><td>Code</td><td>Details</td></tr></thead><tbody><tr><td>200</td><td>a body</td></tr></tbody></table>
<h4>Responses</h4><table><thead><tr><td>Code</td><td>Description</td></tr></thead><tbody><tr><td>200</td><td>successful</td></tr><tr><td>404</td><td>Not found</td></tr></tbody></table></main>`;

it('reads versions in headings, codes of the one response, marks and operations', async () => {
	await verdicts(zoo, {
		'The heading says "Zoo API" with the version 1.4.0': 'passed',
		'The heading says "Zoo API" with the version 1.5.0': 'failed',
		'The response code is 200': 'passed',
		'The response code is 404': 'failed',
		'The findByTags operation is marked as deprecated': 'passed',
		'The operation /pets/findByTags is marked as deprecated': 'passed',
		'"Add pet" is marked as deprecated': 'failed',
		'"Add pet" is not marked as deprecated': 'passed',
		'"Find by tags" is not marked as deprecated': 'failed',
		'There are 3 operations in the pets section': 'passed',
		'The zones section has 2 operations': 'passed',
		'There are 4 operations in the pets section': 'failed',
		// Two lists of them, or all of both.
		'There are 5 operations': 'blocked',
	});
});

const box = (...texts: string[]) => texts.map(text => `<div>${text}</div>`).join('');
it('counts plain boxes of the part that is called so, and not the parts of the page', async () => {
	await verdicts(
		`<main><h1>Lab</h1><section><h2>Samples</h2><p>Kept cold</p><div>${box('Blood', 'Soil', 'Water')}</div></section>
<section><h2>Shelves</h2>${box('North <b>3</b>', 'South <b>9</b>')}</section>
<section><h2>Crates</h2><div class="crate">A</div><div class="crate">B</div><div class="tip">x</div><div class="tip">y</div></section></main>`,
		{
			'There are 3 samples': 'passed',
			'There are 3 samples in the Samples section': 'passed',
			'There are 2 shelves': 'passed',
			'There are 4 samples': 'failed',
			'There are 3 shelves': 'failed',
			'There are 3 walruses in the Samples section': 'failed',
			'There are 4 crates': 'blocked',
			'There are 3 crates': 'blocked',
		},
	);
});

const asking = `<main><h1>Shop</h1><button>Order now</button><label>Name <input oninput="o.textContent=this.value"></label><p id="o">-</p>
<dialog id="d"><h2>Leave</h2><p>Do you really want to leave?</p><button>Save draft</button><button>Stay</button></dialog></main><script>d.showModal()</script>`;
it('tells what a dialog asks in other words', async () => {
	await verdicts(asking, {
		'A dialog asks whether I really want to leave': 'passed',
		'The dialog asks if I want to leave': 'passed',
		'A dialog asks whether I want to stay': 'failed',
		"A dialog asks whether I don't want to leave": 'failed',
	});
});

it('writes nothing behind a dialog that covers the page, and offers nothing there', async () => {
	const {url} = await serveSite({'/p': page(asking)});
	const typed = await bench.run(`${url}/p`, ['Type "x" into the Name field'], {stepTimeoutMs: 2000});
	expect(typed.status).toBe('failed');
	expect(typed.error).toContain('stands behind the open dialog "Leave"');
	const near = await bench.run(`${url}/p`, ['Click "Ordering"'], {stepTimeoutMs: 2000});
	expect(near.error).not.toContain('Order now');
});

it('opens the one that is called so among others of its kind', async () => {
	const {url} = await serveSite({
		'/p': page(
			`<main><h2>Schemas</h2>${['beds', 'Bed', 'BedRequest'].map(name => `<button aria-expanded="false" onclick="o.textContent='opened ${name}.'">${name}</button>`).join('')}<p id="o"></p></main>`,
		),
	});
	for (const step of ['Expand the Bed schema', 'Expand the schema Bed']) {
		const outcome = await bench.run(`${url}/p`, [step, '! The page shows "opened Bed."'], {stepTimeoutMs: 4000});
		expect(outcome.error).toBeNull();
	}
});

it('double-clicks the words of a wide line, in one gesture also where the page is busy with the first click', async () => {
	const {url} = await serveSite({
		'/p': page(`<ul><li><span id="a">Write report</span></li><li><span id="b">Call Ann</span></li></ul><p id="o">-</p><script>
let first=0;a.addEventListener('click',e=>{const t=performance.now();if(e.detail===1){first=e.timeStamp;while(performance.now()-t<1500);}else o.textContent=e.timeStamp-first<400?'close together':'pulled apart'});
b.addEventListener('dblclick',()=>{o.textContent='opened Ann'})</script>`),
	});
	const outcome = await bench.run(`${url}/p`, [
		'Double-click "Write report"',
		'! The page shows "close together"',
		'Double-click "Call Ann"',
		'! The page shows "opened Ann"',
	]);
	expect(outcome.error).toBeNull();
	expect(outcome.steps.map(({note}) => note ?? '').join('')).not.toContain('double click');
});

it('says when no double click came of two clicks', async () => {
	const {url} = await serveSite({
		'/p': page(`<h1>Tasks</h1><p id="x">Write report</p><script>
x.onclick=()=>document.body.insertAdjacentHTML('beforeend','<div style="position:fixed;inset:0;background:#fff">Opened</div>')</script>`),
	});
	const outcome = await bench.run(`${url}/p`, ['Double-click "Write report"']);
	expect(outcome.steps[0]?.note).toContain('no double click');
});

it('chooses in fields that only look like fields: they cannot be written in, and open a list', async () => {
	const {url} = await serveSite({
		'/p': page(`<h1>Form</h1><label>Country <input id="c" readonly placeholder="Pick one" onclick="p.hidden=!p.hidden"></label><label>Code <input readonly value="A-1"></label>
<div id="p" hidden style="margin-top:99px"><div style="cursor:pointer">France</div><div style="cursor:pointer">Norway</div></div><script>for(const d of p.children)d.onclick=()=>{c.value=d.textContent;p.hidden=true}</script>`),
	});
	const chosen = await bench.run(`${url}/p`, [
		'Choose Norway from Country',
		'! Country is Norway',
		'Set the country to France',
		'! Country is France',
	]);
	expect(chosen.error).toBeNull();
	const other = await bench.run(`${url}/p`, ['Set the country to Peru'], {stepTimeoutMs: 3000});
	expect(other.error).toContain('offers no "Peru"');
	const plain = await bench.run(`${url}/p`, ['Type "x" into the Code field'], {stepTimeoutMs: 3000});
	expect(plain.error).toContain('read-only');
});
