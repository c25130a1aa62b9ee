/** What the button of a product is called, by release of the page: from one to the next it was renamed. */
export const orderButtons = ['Add to cart', 'Add to basket'] as const;

/** Number of a release of the page, from 1. */
export type Release = 1 | 2;

/**
 * The shop's only page: people sign in with the account of the API, see and search its products and fill a cart, which
 * lives in the page. It has no script or style of anybody else.
 */
export const homePage = (release: Release): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo shop</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #ddd }
form, p { margin: 1rem 0 }
input, button { font: inherit; padding: .3rem .6rem }
[role=alert] { color: #a00 }
</style>
</head>
<body>
<h1>Demo shop</h1>
<form id="sign-in" hidden>
	<label>E-mail <input name="email" type="email" required></label>
	<label>Password <input name="password" type="password" required></label>
	<button>Sign in</button>
	<p role="alert" hidden></p>
</form>
<main hidden>
	<p>Signed in as <b id="who"></b></p>
	<label>Search products <input id="search" type="search"></label>
	<h2>Products</h2>
	<table>
		<thead><tr><th>Product</th><th>Category</th><th>Price</th><th></th></tr></thead>
		<tbody id="products"></tbody>
	</table>
	<h2>Cart</h2>
	<ul id="cart" aria-label="Cart"></ul>
	<p>Total: <output id="total">0.00 €</output></p>
</main>
<script type="module">
const money = cents => (cents / 100).toFixed(2) + ' €';
const form = document.querySelector('form');
const alertLine = form.querySelector('[role=alert]');
const cart = [];
let products = [];

function element(name, text) {
	const made = document.createElement(name);
	made.textContent = text;
	return made;
}

function show() {
	const words = search.value.trim().toLowerCase();
	const rows = products.filter(({name}) => name.toLowerCase().includes(words));
	document.querySelector('#products').replaceChildren(...rows.map(product => {
		const row = element('tr', '');
		const button = element('button', ${JSON.stringify(orderButtons[release - 1])});
		button.addEventListener('click', () => {
			cart.push(product);
			show();
		});
		const last = element('td', '');
		last.append(button);
		row.append(element('td', product.name), element('td', product.category), element('td', money(product.priceCents)), last);
		return row;
	}));
	document.querySelector('#cart').replaceChildren(...cart.map(({name}) => element('li', name)));
	total.textContent = money(cart.reduce((sum, {priceCents}) => sum + priceCents, 0));
}

async function open() {
	const token = localStorage.getItem('token');
	const answer = token && (await fetch('/products?pageSize=100', {headers: {authorization: 'Bearer ' + token}}));
	const isIn = Boolean(answer && answer.ok);
	form.hidden = isIn;
	document.querySelector('main').hidden = !isIn;
	if (!isIn) return;
	who.textContent = localStorage.getItem('email');
	products = (await answer.json()).items;
	show();
}

form.addEventListener('submit', async event => {
	event.preventDefault();
	const {email, password} = form.elements;
	const answer = await fetch('/auth/login', {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({email: email.value, password: password.value}),
	});
	const body = await answer.json();
	alertLine.hidden = answer.ok;
	alertLine.textContent = answer.ok ? '' : body.error.message;
	if (!answer.ok) return;
	localStorage.setItem('token', body.token);
	localStorage.setItem('email', email.value);
	await open();
});
search.addEventListener('input', show);
await open();
</script>
</body>
</html>
`;
