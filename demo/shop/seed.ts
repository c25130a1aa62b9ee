import type {Database} from './database.ts';

/** A few records, so that lists, filters and the sales report show something in a shop that was just opened. */
export function seed(database: Database): void {
	const ada = database.insert('users', {name: 'Ada Marsh', email: 'ada@shop.example'});
	const teapot = database.insert('products', {name: 'Teapot', category: 'kitchen', priceCents: 2490});
	database.insert('products', {name: 'Garden shears', category: 'garden', priceCents: 1850});
	database.insert('products', {name: 'Wooden train', category: 'toys', priceCents: 3200});
	database.insert('orders', {
		userId: ada.id,
		cartId: null,
		status: 'paid',
		items: [{productId: teapot.id, quantity: 2, unitPriceCents: teapot.priceCents}],
		discountCents: 0,
		totalCents: 2 * teapot.priceCents,
	});
}
