import type {Rows, TableName} from './rows.ts';

/** One reference of a row: the id it holds and the request field it came from. */
interface Reference {
	field: string;
	id: string;
}

interface ForeignKey<From extends TableName = TableName> {
	from: From;
	to: TableName;
	/** What happens to `from` when the row in `to` is deleted: it forbids the deletion, or it goes with it. */
	onDelete: 'restrict' | 'cascade';
	references(row: Rows[From]): Reference[];
}

const foreignKey = <From extends TableName>(key: ForeignKey<From>): ForeignKey => key as unknown as ForeignKey;

/** The schema's arrows, in one table: an insert checks them forwards, a deletion backwards. */
export const foreignKeys: readonly ForeignKey[] = [
	foreignKey({
		from: 'carts',
		to: 'users',
		onDelete: 'restrict',
		references: cart => [{field: 'userId', id: cart.userId}],
	}),
	foreignKey({
		from: 'cartItems',
		to: 'carts',
		onDelete: 'cascade',
		references: item => [{field: 'cartId', id: item.cartId}],
	}),
	foreignKey({
		from: 'cartItems',
		to: 'products',
		onDelete: 'restrict',
		references: item => [{field: 'productId', id: item.productId}],
	}),
	foreignKey({
		from: 'orders',
		to: 'users',
		onDelete: 'restrict',
		references: order => [{field: 'userId', id: order.userId}],
	}),
	foreignKey({
		from: 'orders',
		to: 'carts',
		onDelete: 'restrict',
		references: order => (order.cartId === null ? [] : [{field: 'cartId', id: order.cartId}]),
	}),
	foreignKey({
		from: 'orders',
		to: 'products',
		onDelete: 'restrict',
		references: order => order.items.map(({productId}, index) => ({field: `items[${index}].productId`, id: productId})),
	}),
	foreignKey({
		from: 'reviews',
		to: 'products',
		onDelete: 'restrict',
		references: review => [{field: 'productId', id: review.productId}],
	}),
	foreignKey({
		from: 'reviews',
		to: 'users',
		onDelete: 'restrict',
		references: review => [{field: 'userId', id: review.userId}],
	}),
];
