import process from 'node:process';
import {ask, note} from './api.mjs';

const url = process.env.SVC_TARGET_URL ?? 'http://127.0.0.1:4010';
const body = {email: 'manager@shop.example', password: 'open-sesame'};
const logIn = async () => (await ask(url, 'POST', '/auth/login', {body})).token;
const kinds = ['users', 'products', 'coupons', 'carts', 'orders', 'newsletter-subscriptions'];

/** The demo shop: its records of every kind that has a list. */
export default {
	url,
	async canaries() {
		const token = await logIn();
		const mark = Date.now();
		await ask(url, 'POST', '/users', {token, body: {name: 'Kept By Hand', email: `kept-${mark}@example.com`}});
		await ask(url, 'POST', '/products', {token, body: {name: 'Kept', category: 'books', priceCents: 100}});
	},
	async snapshot() {
		const token = await logIn();
		const snapshot = new Map();
		for (const kind of kinds) {
			for (let page = 1; ; page++) {
				const {items} = await ask(url, 'GET', `/${kind}?page=${page}&pageSize=100`, {token});
				note(snapshot, kind, items, ({id}) => id);
				if (items.length < 100) break;
			}
		}
		return snapshot;
	},
	credential: async () => ({authType: 'Bearer token', credential: await logIn()}),
	document: () => ask(url, 'GET', '/openapi.json'),
	tests: [],
};
