import {expect, it} from 'vitest';
import {exportPlaywright} from '../../../../service/browser/script/export-playwright.ts';
import {exportedVerdicts, mustFail} from '../../../helpers/exported-verdicts.ts';
import {createPlanBench} from '../../../helpers/plan-bench.ts';
import {page, serveSite} from '../../../helpers/site.ts';

const bench = createPlanBench();

/** A catalogue that pages, filters and sells, with messages. */
const shop = page(`<h1>Range</h1><header><a href="/shop">Basket <span id="n">0</span></a></header>
<p id="count"></p><label>Category <select id="cat"><option>All</option><option>Lamps</option></select></label>
<section aria-label="All products"><ul id="list"></ul></section><button id="more">Show more</button>
<form id="f"><label>Coupon code <input id="code"></label><button>Apply</button></form><p role="alert" id="e"></p>
<dl><dt>Discount (SAVE5)</dt><dd id="d">−€0.00</dd><dt>Total</dt><dd id="t">€90.00</dd></dl>
<script>
const all=[['Desk lamp','Lamps','€40.00'],['Floor lamp','Lamps','€90.00'],['Rug','Home','€15.00'],['Vase','Home','€9.00'],['Chair','Home','€70.00']];
let most=3;const at=id=>document.getElementById(id);
function draw(){const shown=all.filter(p=>at('cat').value==='All'||p[1]===at('cat').value);
at('count').textContent=shown.length+' products';at('more').hidden=most>=shown.length;
at('list').innerHTML=shown.slice(0,most).map(p=>'<li class="product-card"><h3>'+p[0]+'</h3><span>'+p[2]+'</span><button>Add to cart</button></li>').join('');
at('list').querySelectorAll('button').forEach(b=>b.onclick=()=>{at('n').textContent=+at('n').textContent+1})}
at('cat').onchange=draw;at('more').onclick=()=>{most=99;draw()};
at('f').onsubmit=e=>{e.preventDefault();const ok=at('code').value==='SAVE5';at('e').textContent=ok?'':'This coupon has expired.';at('d').textContent=ok?'−€5.00':'−€0.00';at('t').textContent=ok?'€85.00':'€90.00'};draw()</script>`);

const told = [
	'! Above the list it says "5 products", but only 3 product cards are displayed',
	'Click "Show more" and check that all 5 products are found',
	'Select the category "Lamps" in the filter on the left: the counter shows 2 products',
	'! The first product in the list is "Desk lamp" at €40.00',
	'! "Desk lamp" is listed before "Floor lamp"',
	'Try the coupon code "OLD": it is refused with "This coupon has expired."',
	'Apply the coupon "SAVE5" instead',
	'! A discount of €5.00 is subtracted and the total is €85.00',
];

it('reads what is done together with what comes of it, replayed and exported with the same verdict', async () => {
	const {url} = await serveSite({'/shop': shop});
	const outcome = await bench.run(`${url}/shop`, told);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	expect(outcome.steps.map(({reading}) => reading)).toContain(
		'click the "Show more", then the number of "products" is 5',
	);
	const script = {...outcome.script!, codeVersion: 1};
	const again = await bench.run(`${url}/shop`, told, {replay: script});
	expect(again).toMatchObject({status: 'passed', error: null});
	const named = {name: 'told', steps: told.map(text => text.replace(/^! /, ''))};
	const faulty = await serveSite({'/shop': shop.replaceAll("'€85.00'", "'€86.00'")});
	const verdicts = await exportedVerdicts({
		sound: exportPlaywright(script, {...named, targetUrl: `${url}/shop`}),
		faulty: mustFail(exportPlaywright(script, {...named, targetUrl: `${faulty.url}/shop`}).replaceAll('30_000', '700')),
	});
	expect(verdicts).toEqual({sound: true, faulty: true});
});

it('is red for an outcome that is not so', async () => {
	const {url} = await serveSite({'/shop': shop});
	const untrue = [
		'Click "Show more" and check that all 4 products are found',
		'Click "Show more": only 4 product cards are displayed',
		'Select "Lamps" from Category: the counter shows 3 products',
		'Select "Lamps" from Category; the first product in the list is "Desk lamp" at €41.00',
		'Select "Lamps" from Category; "Floor lamp" is listed before "Desk lamp"',
		'Try the coupon code "SAVE5": it is refused with "This coupon has expired."',
		'Apply the coupon "SAVE5": a discount of €6.00 is subtracted',
		'Apply the coupon "OLD": there are 5 products with "Rug" at the top',
	];
	const statuses = await Promise.all(
		untrue.map(async step => (await bench.run(`${url}/shop`, [step], {stepTimeoutMs: 2500})).status),
	);
	expect(Object.fromEntries(untrue.map((step, at) => [step, statuses[at]]))).toEqual(
		Object.fromEntries(untrue.map(step => [step, 'failed'])),
	);
});

const board =
	page(`<h1>Launch board</h1><section><h2>Backlog</h2><div><article><h3>Write FAQ</h3><button>Move</button></article><article><h3>Order swag</h3><button>Move</button></article></div></section>
<section><h2>Doing</h2><div><article><h3>Fix login</h3><button>Move</button></article><article><h3>Draft post</h3><button>Move</button></article></div></section>
<section><h2>Done</h2><div><article><h3>Pick colours</h3><button>Move</button></article></div></section>`);

it('takes the record at a place of the column that is named, else of the page', async () => {
	const {url} = await serveSite({'/board': board});
	const holds = async (claim: string) =>
		(await bench.run(`${url}/board`, [`! ${claim}`], {stepTimeoutMs: 1500})).status === 'passed';
	const claims: Record<string, boolean> = {
		'The last card of the Backlog is Order swag': true,
		'The last card is Pick colours': true,
		'The first card is Write FAQ': true,
		'The last card of the Backlog is Draft post': false,
		'The last card is Draft post': false,
		'The last row contains "Draft post"': false,
		'In the last card, "Draft post" is shown': false,
		'"Fix login" is shown in the first card': false,
	};
	const held = await Promise.all(Object.keys(claims).map(async claim => [claim, await holds(claim)] as const));
	expect(Object.fromEntries(held)).toEqual(claims);
});

const request = page(`<h1>Request leave</h1><div><div>User name</div><input id="u" placeholder="first.last"></div>
<div><div>First day</div><input id="a" placeholder="dd.mm.yyyy"></div><div><div>Last day</div><input id="b" placeholder="dd.mm.yyyy"></div><button id="s">Send</button><p id="o"></p>
<ul><li><b>Milk</b> <span>1 €</span> <button>Add</button></li><li><b>Milk chocolate</b> <span>2 €</span> <button>Add</button></li></ul>
<script>s.onclick=()=>{o.textContent=u.value===''?'The user name is missing.':[u.value,a.value,b.value].join(' ')}</script>`);

it('fills fields by the text above them where an example stands in them, and reads a sentence in quotes as the outcome', async () => {
	const {url} = await serveSite({'/leave': request});
	const outcome = await bench.run(`${url}/leave`, [
		'Enter 20.04.2026 as first day and send: "The user name is missing."',
		'Enter user name mia.hansen',
		'Change the last day to 24.04.2026 and click "Send"; the page shows "mia.hansen 20.04.2026 24.04.2026"',
		'! Only Milk and Milk chocolate are listed',
	]);
	expect(outcome).toMatchObject({status: 'passed', error: null});
	const script = {...outcome.script!, codeVersion: 1};
	const code = exportPlaywright(script, {name: 'leave', targetUrl: `${url}/leave`, steps: ['a', 'b', 'c', 'd']});
	const changed = await serveSite({
		'/leave': request.replace('</ul>', '<li><b>Eggs</b> <span>3 €</span> <button>Add</button></li></ul>'),
	});
	expect(
		await exportedVerdicts({
			sound: code,
			faulty: mustFail(code.replaceAll(url, changed.url).replaceAll('30_000', '700')),
		}),
	).toEqual({sound: true, faulty: true});
	const untrue = ['! Only Milk is listed', '! The list contains only Milk', 'Click "Send": "The last day is missing."'];
	const statuses = await Promise.all(
		untrue.map(async step => (await bench.run(`${url}/leave`, [step], {stepTimeoutMs: 2500})).status),
	);
	expect(statuses).toEqual(['failed', 'failed', 'failed']);
});
