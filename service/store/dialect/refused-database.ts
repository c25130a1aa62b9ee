/** Why a database of PostgreSQL that answers is not taken as a store; nothing in it has been changed. */
export type DatabaseRefusal =
	/** It has tables, and they are not those of this product. */
	| {reason: 'foreign'}
	/** A newer version has changed its tables; null: it has not said which. */
	| {reason: 'newer'; version: string | null}
	/** It is a replica, or closed for writing. */
	| {reason: 'read_only'}
	/** Another service works on it; null: it cannot be seen which. */
	| {reason: 'in_use'; holder: string | null};

export class RefusedDatabaseError extends Error {
	override readonly name = 'RefusedDatabaseError';
	readonly refusal: DatabaseRefusal;

	constructor(refusal: DatabaseRefusal) {
		super(`The database is not taken: ${refusal.reason}.`);
		this.refusal = refusal;
	}
}
