import type {
	AccountId,
	AuditEntryId,
	BatchId,
	GenerationId,
	KeyId,
	LedgerEntryId,
	MemberId,
	ProjectId,
	RunId,
	TestId,
} from '../../../contract/ids.ts';
import type {Generated} from 'kysely';
import type {MemberRole, Scope} from '../../../contract/enums.ts';
import type {LedgerKind} from '../../../contract/ledger.ts';
import type {Bit, Json, Millis} from '../columns.ts';

export type AccountTable = {
	id: AccountId;
	email: string | null;
	display_name: string | null;
	plan: string;
	/** 1: credits are counted and can run out. The embedded service is unmetered. */
	metered: Bit;
	/** Hundredths of a credit: everything booked while metered. */
	balance: Generated<number>;
	/** Hundredths of a credit promised to members that have not started. */
	held: Generated<number>;
	created_at: Millis;
	/** Since when none of its keys works; null: they do. */
	disabled_at: Generated<Millis | null>;
};

/** Somebody who works in an account. */
export type MemberTable = {
	id: MemberId;
	account_id: AccountId;
	name: string;
	email: string | null;
	role: MemberRole;
	created_at: Millis;
};

/** One change that a request has made; no bodies, no secrets. Rows never change. */
export type AuditTable = {
	id: AuditEntryId;
	account_id: AccountId;
	at: Millis;
	/** Name of whoever did it, as it was then. */
	actor: string;
	member_id: MemberId | null;
	key_id: KeyId | null;
	action: string;
	object_id: string | null;
	project_id: ProjectId | null;
	detail: string | null;
	address: string | null;
	forwarded_for: string | null;
	client: string | null;
	request_id: string | null;
};

export type ApiKeyTable = {
	id: KeyId;
	account_id: AccountId;
	/** Null: the account itself. */
	member_id: Generated<MemberId | null>;
	name: string;
	prefix: string;
	last4: string;
	/** Hex SHA-256 of the secret, which itself is never stored. */
	hash: string;
	scopes: Json<Scope[]>;
	created_at: Millis;
	last_used_at: Millis | null;
	expires_at: Millis | null;
	revoked_at: Millis | null;
};

/** First 2xx answer of a key, kept 24 hours. A row without status is still being worked on. */
export type IdempotencyTable = {
	/** account + method + path + key, hashed. */
	scope: string;
	body_hash: string;
	status: number | null;
	body: string | null;
	created_at: Millis;
};

/** A booking of credits. Rows never change. */
export type LedgerTable = {
	id: LedgerEntryId;
	account_id: AccountId;
	at: Millis;
	kind: LedgerKind;
	/** Hundredths of a credit; negative for a charge. */
	amount: number;
	/** Null for what was booked unmetered: it does not count. */
	balance_after: number | null;
	project_id: ProjectId | null;
	test_id: TestId | null;
	run_id: RunId | null;
	batch_id: BatchId | null;
	generation_id: GenerationId | null;
	note: string;
};
