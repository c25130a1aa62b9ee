import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportedVerdicts, mustFail} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** A picture of a font of icons, which draws it in the place of its name. */
const icon = (name: string, more = '') => `<i class="v-icon ${more}">${name}</i>`;
const book = (title: string, price: string) =>
	`<tr><td><input type="checkbox"></td><td>${title}</td><td>${price}</td></tr>`;

/** Tables with a column for adding columns, heads that open menus, dialogs and controls without roles. */
const books = page(`<style>.act{cursor:pointer}.veil{position:absolute;inset:0;background:rgba(0,0,0,.5)}</style>
<header style="position:relative;height:50px"><h1>Books</h1><a href="/new" style="position:absolute;right:10px;top:5px">${icon('add')}</a></header>
<table><thead><tr><th>Select</th><th>Title</th><th scope="col"><span class="act" onclick="menu.hidden=false">Price ${icon('arrow_drop_down')}</span></th>
<td><button onclick="said.textContent='a column'">${icon('add')}</button></td></tr></thead>
<tbody id="rows">${book('Salt and Thyme', '21')}${book('Winter Garden', '8')}${book('The Last Ferry', '15')}</tbody></table>
<div id="menu" hidden><ul><li class="act" onclick="rows.append(...[...rows.children].sort((a,b)=>a.cells[2].textContent-b.cells[2].textContent));menu.hidden=true">Sort ascending</li><li class="act">Sort descending</li><li class="act">Hide field</li></ul></div>
<button onclick="ask.hidden=false">${icon('delete')}</button> <a href="#" class="button disabled">Publish</a> <a href="#" class="button">Preview</a>
<div id="ask" hidden style="position:fixed;inset:0"><div class="around"><div class="veil"></div></div>
<div class="card" style="position:relative;background:#fff"><p>Are you sure you want to delete this book?</p><button onclick="ask.hidden=true">Cancel</button><button onclick="rows.querySelector(':checked').closest('tr').remove();ask.hidden=true">Delete</button></div></div>
<input id="quick" placeholder="filter titles"><p id="said"></p>
<script>quick.addEventListener('keyup',()=>{said.textContent='Looking for '+quick.value})</script>`);

const caption = (text: string) =>
	`<div class="act" onclick="said.textContent='Raw value of ${text}'"><span>${text}</span>${icon('arrow_drop_down')}</div>`;
const form = page(`<style>.act{cursor:pointer}.field{margin:12px 0}</style><h1>New book</h1>
<div class="field">${caption('Title')}<input id="t"></div>
<div class="field">${caption('Price')}<input id="p" type="number" step="any"></div>
<div class="field">${caption('Genre')}<div class="act" onclick="list.hidden=false"><input id="g" readonly placeholder="Select an item" style="pointer-events:none"></div>
<ul id="list" hidden>${['Crime', 'Novel'].map(one => `<li class="act" onclick="g.value='${one}';list.hidden=true"><div>${one}</div></li>`).join('')}</ul></div>
<button onclick="said.textContent='Saved '+[t.value,p.value,g.value].join(', ')">${icon('check')}</button><button>${icon('more_vert')}</button><p id="said"></p>`);

const entry = (name: string, licence: string, tags: string) =>
	`<div><hr><ul class="package"><li><div><span><a href="/${name}">${name}</a><button aria-label="Download file" data-testid="download-tarball" onclick="const a=document.createElement('a');a.href='data:text/plain,it';a.download='${name}.tgz';a.click()">↓</button></span><p>Of ${name}</p></div></li><li><span>Mia</span><span>${licence}</span></li>${tags}</ul></div>`;
const packages = page(
	`<h1>Packages</h1><div role="grid"><div role="row">${entry('tea-timer', 'MIT', '')}${entry('night-owl', 'ISC', '<li><ul><li>bird</li></ul></li>')}${entry('beep', 'MIT', '')}</div></div><p id="said"></p>`,
);
const one = page('<h1>tea-timer</h1><div><span><b>Licence</b>: MIT</span></div>');

const editor =
	page(`<style>header a{display:inline-block;width:20px;height:20px}</style><h1>Editor</h1><header><a href="#" id="user-menu" onclick="said.textContent='You'"><i class="fa fa-user"></i></a>
<a href="#" id="side-menu" onclick="said.textContent='Main'"><i class="fa fa-bars"></i></a></header>
<section aria-label="Log"><p>First message</p><button onclick="said.textContent='Log cleared'">Clear all</button></section><p id="said"></p>`);

const pages = {'/editor': editor, '/books': books, '/new': form, '/packages': packages, '/tea-timer': one};

const plans: Record<string, string[]> = {
	'a table whose head has a cell to add columns with': [
		'/books',
		'! The table has 3 rows',
		'! Salt and Thyme costs 21',
		'Sort the table by price',
		'! Winter Garden is in the first row',
		'Tick the checkbox in the row of Winter Garden',
		'Click the delete icon',
		'Confirm the deletion',
		'! The table has 2 rows',
		'! The "Publish" button is disabled',
		'Enter "owl" in the "filter titles" field',
		'! "Looking for owl" is visible',
	],
	'a form whose captions open menus': [
		'/books',
		'Click the plus button in the top right corner',
		'Enter "Harbour Lights" as the title',
		'Set the price to 14.5',
		'Choose Crime as the genre',
		'Save the item',
		'! "Saved Harbour Lights, 14.5, Crime" is visible',
	],
	'an editor with icons alone': [
		'/editor',
		'Click the hamburger icon',
		'! "Main" is visible',
		'Clear all log messages',
		'! "Log cleared" is visible',
	],
	'lists that are records': [
		'/packages',
		'! There are three packages in the list',
		'Download the tarball of night-owl',
		'! night-owl.tgz was downloaded',
		'Open the package tea-timer from the list',
		'! The licence of this package is MIT',
	],
};

it('does what is said of such pages, and its files come to the same verdict', async () => {
	const {url} = await serveSite(pages);
	const other = await serveSite({...pages, '/tea-timer': one.replace('MIT', 'ISC')});
	const files: Record<string, string> = {};
	for (const [name, [path, ...steps]] of Object.entries(plans)) {
		const targetUrl = `${url}${path}`;
		const outcome = await bench.run(targetUrl, steps, {stepTimeoutMs: 8000});
		expect({name, ...outcome}).toMatchObject({name, status: 'passed', error: null});
		// What opens a list there is a box without a word, and a file has no name for it.
		if (steps.some(step => step.startsWith('Choose'))) continue;
		const told = {name, targetUrl, steps: steps.map(step => step.replace(/^! /, ''))};
		const code = exportPlaywright({...outcome.script!, codeVersion: 1}, told);
		files[name.replaceAll(' ', '-')] = code;
		if (path === '/packages')
			files['other-licence'] = mustFail(code.replaceAll(url, other.url).replaceAll('30_000', '700'));
	}
	const verdicts = await exportedVerdicts(files);
	expect(verdicts).toEqual(Object.fromEntries(Object.keys(files).map(name => [name, true])));
});

it.each([
	['/books', 'The table has 4 rows'],
	['/books', 'Salt and Thyme costs 8'],
	['/books', 'The "Preview" button is disabled'],
	['/packages', 'There are six packages in the list'],
	['/tea-timer', 'The licence of this package is ISC'],
])('does not take for true at %s: %s', async (path, claim) => {
	const {url} = await serveSite(pages);
	const {status, steps} = await bench.run(`${url}${path}`, [`! ${claim}`], {stepTimeoutMs: 2000});
	expect({status, reading: steps[0]!.reading}).toMatchObject({status: 'failed', reading: expect.any(String)});
});
