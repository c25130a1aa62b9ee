import {foreignKeys} from './foreign-keys.ts';
import {type Rows, type TableName, tables} from './rows.ts';
import {ShopError} from './shop-error.ts';

type Stamped = 'id' | 'createdAt';

/**
 * The shop's data: one map per table, lost with the process. Ids count up within a table (`usr_1`, `usr_2`, …), so that
 * no id of one table can be mistaken for one of another. Clock in epoch milliseconds.
 */
export class Database {
	readonly #rows: {[Name in TableName]: Map<string, Rows[Name]>} = {
		users: new Map(),
		products: new Map(),
		carts: new Map(),
		cartItems: new Map(),
		orders: new Map(),
		reviews: new Map(),
		coupons: new Map(),
		newsletterSubscriptions: new Map(),
	};
	readonly #lastNumber = new Map<TableName, number>();
	readonly #clock: () => number;

	constructor(clock: () => number) {
		this.#clock = clock;
	}

	/** Adds a row with a fresh id; a reference to a row that does not exist is a 422 that names the field. */
	insert<Name extends TableName>(name: Name, values: Omit<Rows[Name], Stamped>): Rows[Name] {
		const number = (this.#lastNumber.get(name) ?? 0) + 1;
		const row = {
			id: `${tables[name].prefix}_${number}`,
			...values,
			createdAt: new Date(this.#clock()).toISOString(),
		} as unknown as Rows[Name];
		this.#checkReferences(name, row);
		this.#lastNumber.set(name, number);
		this.#rows[name].set(row.id, row);
		return row;
	}

	/** The row, or a 404. */
	get<Name extends TableName>(name: Name, id: string): Rows[Name] {
		const row = this.#rows[name].get(id);
		if (row === undefined) {
			throw new ShopError({status: 404, code: 'not_found', message: `There is no ${tables[name].noun} "${id}".`});
		}
		return row;
	}

	/** All rows in the order they were created. */
	list<Name extends TableName>(name: Name): Rows[Name][] {
		return [...this.#rows[name].values()];
	}

	/** Replaces some fields of a row; references are checked as at an insert. */
	update<Name extends TableName>(name: Name, id: string, changes: Partial<Omit<Rows[Name], Stamped>>): Rows[Name] {
		const row = {...this.get(name, id), ...changes};
		this.#checkReferences(name, row);
		this.#rows[name].set(id, row);
		return row;
	}

	/** Deletes a row and what hangs on it; rows that still need it make it a 409 that says which and how many. */
	remove(name: TableName, id: string): void {
		this.get(name, id);
		for (const key of foreignKeys.filter(({to, onDelete}) => to === name && onDelete === 'restrict')) {
			const count = this.#referrers(key.from, name, id).length;
			if (count > 0) {
				const {noun} = tables[key.from];
				throw new ShopError({
					status: 409,
					code: 'still_referenced',
					message: `The ${tables[name].noun} "${id}" still has ${count} ${noun}${count === 1 ? '' : 's'}; delete ${count === 1 ? 'it' : 'them'} first.`,
				});
			}
		}
		for (const key of foreignKeys.filter(({to, onDelete}) => to === name && onDelete === 'cascade')) {
			for (const referrer of this.#referrers(key.from, name, id)) this.remove(key.from, referrer);
		}
		this.#rows[name].delete(id);
	}

	#referrers(from: TableName, to: TableName, id: string): string[] {
		const keys = foreignKeys.filter(key => key.from === from && key.to === to);
		return this.list(from)
			.filter(row => keys.some(key => key.references(row).some(reference => reference.id === id)))
			.map(row => row.id);
	}

	#checkReferences(name: TableName, row: Rows[TableName]): void {
		for (const key of foreignKeys) {
			if (key.from !== name) continue;
			for (const {field, id} of key.references(row)) {
				if (this.#rows[key.to].has(id)) continue;
				throw new ShopError({
					status: 422,
					code: 'unknown_reference',
					message: `There is no ${tables[key.to].noun} "${id}".`,
					field,
				});
			}
		}
	}
}
