import {expect, it} from 'vitest';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** A table that sorts by the buttons in its head, pages, ticks, and says what became of a member. */
const members = page(`<h1>Members</h1><label>Filter by name <input id="name"></label>
<label>Role <select id="role"><option>All roles</option><option>Editor</option><option>Viewer</option></select></label>
<button id="off" disabled>Deactivate selected</button>
<table><thead><tr><th></th><th><button>Name</button></th><th><button>Role</button></th><th><button>Storage</button></th><th>State</th></tr></thead><tbody></tbody></table>
<button id="before" aria-label="Previous page" disabled>‹</button><span id="at"></span><button id="after" aria-label="Next page">›</button>
<script>
let rows=[['Ada Quill','Owner',12.5],['Bo Reyes','Editor',3],['Cleo Ahn','Viewer',110],['Dan Fox','Editor',9.75]].map(r=>[false,...r,'Active']);
let from=0,key=0,way=1;const at=id=>document.getElementById(id);
function draw(){let shown=rows.filter(r=>r[1].toLowerCase().includes(at('name').value.toLowerCase())&&(at('role').value==='All roles'||at('role').value===r[2]));
if(key)shown=[...shown].sort((a,b)=>(a[key]<b[key]?-1:1)*way);if(from>=shown.length)from=0;
document.querySelector('tbody').innerHTML='';
for(const r of shown.slice(from,from+3)){const tr=document.createElement('tr');tr.innerHTML='<td><input type="checkbox" aria-label="Select '+r[1]+'"></td>'+r.slice(1).map(c=>'<td>'+c+'</td>').join('');
const box=tr.querySelector('input');box.checked=r[0];box.onchange=()=>{r[0]=box.checked;at('off').disabled=!rows.some(o=>o[0])};document.querySelector('tbody').append(tr)}
at('at').textContent='Page '+(from/3+1);at('before').disabled=from===0;at('after').disabled=from+3>=shown.length}
document.querySelectorAll('th button').forEach((b,i)=>b.onclick=()=>{way=key===i+1?-way:1;key=i+1;draw()});
at('name').oninput=at('role').onchange=draw;at('after').onclick=()=>{from+=3;draw()};at('before').onclick=()=>{from-=3;draw()};
at('off').onclick=()=>{rows.forEach(r=>{if(r[0]){r[0]=false;r[4]='Inactive'}});draw()};draw()</script>`);

it('sorts, filters, pages and ticks several rows of a table, and reads how a record is', async () => {
	const {url} = await serveSite({'/members': members});
	const outcome = await bench.run(`${url}/members`, [
		'Sort the members by storage, largest first',
		'! Cleo Ahn is at the top of the table',
		'! Storage is sorted from highest to lowest',
		'Sort the table by Storage ascending',
		'! The top row shows Bo Reyes',
		'Filter the role by Editor',
		'! The table no longer has a row for Ada Quill',
		'Reset the role filter to All roles',
		'Filter by name "o"',
		'! The top row shows Bo Reyes',
		'Clear the Filter by name field',
		'! The Previous page button is disabled',
		'Click the next page button',
		'! Page 2 is displayed',
		'Go back to the previous page',
		'! Page 1 is displayed',
		'Tick the boxes of Bo Reyes and Dan Fox',
		'Click Deactivate selected',
		'! Dan Fox is Inactive',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.steps.map(step => step.reading)).toContain('sort the rows by "storage", descending');
});

it('does not take what is so for what is said: a record in another state, rows in another order', async () => {
	const {url} = await serveSite({'/members': members});
	const fails = async (...steps: string[]) => {
		const {status, error} = await bench.run(`${url}/members`, steps, {stepTimeoutMs: 2500});
		return {status, error};
	};
	expect(await fails('! Dan Fox is Inactive')).toMatchObject({status: 'failed'});
	expect(await fails('Sort by storage, largest first', '! The top row shows Bo Reyes')).toMatchObject({
		status: 'failed',
	});
	const fixed = page(
		`<table><thead><tr><th>Name</th><th>Age</th></tr></thead><tbody><tr><td>Bo</td><td>4</td></tr><tr><td>Cy</td><td>5</td></tr></tbody></table>`,
	);
	const still = await serveSite({'/fixed': fixed});
	const sorted = await bench.run(`${still.url}/fixed`, ['Sort the table by Name descending']);
	expect(sorted.status).toBe('failed');
	expect(sorted.error).toContain('was clicked 3 times, and the rows are not descending (Bo before Cy)');
	const first = await bench.run(`${url}/members`, ['Go to the next page', 'Go back in the browser']);
	expect(first.error).toContain('there is no page to go back to');
});

it('refuses to go back to a previous page where a list has one and the browser has another', async () => {
	const {url} = await serveSite({'/': page('<a href="/members">Members</a>'), '/members': members});
	const {status, error} = await bench.run(url, [
		'Go to the Members page',
		'Go to the next page',
		'Go back to the previous page',
	]);
	expect(status).toBe('blocked');
	expect(error).toContain('Say which: Go back in the browser');
});

const shop =
	page(`<h1>Range</h1><label>Sort by <select id="s"><option>Featured</option><option>Price: low to high</option><option>Price: high to low</option></select></label>
<input type="search"><section><article><h3>Trowel</h3><button>Add to basket</button></article><article><h3>Lavender</h3><button>Add to basket</button></article></section>
<p>Basket: <output id="n" aria-label="Basket">0</output></p><p id="o"></p>
<form novalidate><label>Email <input name="email" required></label><button>Place order</button></form>
<label>Documents <input type="file" multiple id="f"></label><ul id="l"></ul>
<script>document.querySelectorAll('article button').forEach(b=>b.onclick=()=>{n.textContent=+n.textContent+1});s.onchange=()=>{o.textContent=s.value};
document.querySelector('form').onsubmit=e=>{e.preventDefault();const i=e.target.elements.email;if(!i.value)i.setAttribute('aria-invalid','true');else{i.removeAttribute('aria-invalid');o.textContent='Thank you'}};
document.querySelector('input[type=search]').oninput=e=>{o.textContent=e.target.value?'No products match your search':''};
f.onchange=()=>{l.innerHTML=[...f.files].map(x=>'<li>'+x.name+'</li>').join('')}</script>`);

it('adds several, sorts by a list of orders, searches an unnamed box, sends an empty form, attaches several files', async () => {
	const {url} = await serveSite({'/shop': shop});
	const outcome = await bench.run(`${url}/shop`, [
		'Add 2 Trowels to the basket',
		'Put one Lavender in the basket',
		'! The Basket shows 3',
		'Sort the products by price, cheapest first',
		'! The page shows "Price: low to high"',
		'Search the catalogue for "orchid"',
		'! No products match your search',
		'Clear the search',
		'Submit the empty form',
		'! The email field is marked as invalid',
		'Type "jo@example.com" into Email',
		'Tab out of the Email field',
		'Submit the order',
		'! The email field is not marked as invalid',
		'! The page shows "Thank you"',
		'Attach terms.pdf and photo.png to Documents',
		'! Both terms.pdf and photo.png are visible',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.steps[0]!.note).toContain('done 2 times');
	expect(outcome.steps[8]!.note).toContain('not checked');
});

it('leaves saving to the page, and keeps a value only where it is said what for', async () => {
	const {url} = await serveSite({
		'/member': page(
			`<h1>Member</h1><p>Member number: M-17</p><button onclick="s.textContent='Saved'">Save</button><p id="s"></p>`,
		),
	});
	const outcome = await bench.run(`${url}/member`, ['Save the member', '! The page shows "Saved"']);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

/** Menus and a table of contents beside the table that everybody calls the list. */
const accounts = page(`<ul><li><a href="#">Recent changes</a></li><li><a href="#">Media</a></li></ul>
<h1>User manager</h1><h2>User list</h2><table><thead><tr><th>User</th><th>Groups</th></tr></thead><tbody id="t">
<tr><td>olga</td><td>admin</td></tr><tr><td>peter</td><td>user</td></tr></tbody></table>
<h2>Tags</h2><div id="g"><div><h3>red</h3><p>3 notes</p></div><div><h3>green</h3><p>1 note</p></div><div><h3>blue</h3><p>2 notes</p></div></div><button onclick="t.rows[0].remove()">Delete olga</button>`);

it('takes a table and boxes that repeat for the list as well, so that nothing is gone that is there', async () => {
	const {url} = await serveSite({'/accounts': accounts});
	const verdicts = await Promise.all(
		[
			'olga is gone from the list',
			'peter is no longer in the list',
			'The list does not contain "peter"',
			'"green" is gone from the list',
			'The list is empty',
			'The list contains "frida"',
			'No users are in the list',
			'There are no users in the table',
		].map(async claim => [claim, (await bench.run(`${url}/accounts`, [`! ${claim}`], {stepTimeoutMs: 2500})).status]),
	);
	expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(verdicts.map(([claim]) => [claim, 'failed'])));
	const outcome = await bench.run(`${url}/accounts`, [
		'! The list contains "olga"',
		'! The list contains "Media"',
		'! frida is not in the list',
		'Click "Delete olga"',
		'! olga is gone from the list',
		'! The list still contains "peter"',
		'Click "Delete olga"',
		'! There are no users in the table',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

/** Articles around a table, and entries of a tree that are wider than the link in them. */
const shed = page(`<div role="article"><h2>Garden journal</h2><button>edit</button><p>Sunny today</p></div>
<div role="article"><h2>Tool shed</h2><button onclick="o.textContent='editing the shed'">edit</button><table><tbody><tr><th>Tool</th><th>Where</th></tr><tr><td>Spade</td><td>Left wall</td></tr><tr><td>Watering can</td><td>Shelf</td></tr></tbody></table></div>
<ul role="tree"><li role="treeitem" style="width:890px"><div><a href="#x" onclick="o.textContent='opened ships';return false"><strong>ships</strong></a></div></li><li role="treeitem"><div><a href="#y">mooring fees</a></div></li></ul><p id="o"></p>`);

it('takes the innermost row for the row, and clicks the link in an entry that is wider than its words', async () => {
	const {url} = await serveSite({'/shed': shed});
	const outcome = await bench.run(`${url}/shed`, [
		'! "Spade" is visible in the row of "Left wall"',
		'! The Spade is on the Left wall',
		'Click "ships"',
		'! The page contains "opened ships"',
		'Click edit in the card of Tool shed',
		'! The page contains "editing the shed"',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	for (const claim of ['"Spade" is visible in the row of "Shelf"', 'The Spade is on the Shelf'])
		expect((await bench.run(`${url}/shed`, [`! ${claim}`], {stepTimeoutMs: 2500})).status, claim).toBe('failed');
});
