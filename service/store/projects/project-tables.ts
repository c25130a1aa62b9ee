import type {AutoAuthInject, AutoAuthMethod} from '../../../contract/authentication.ts';
import type {AuthHealthState, AuthType, CreatedFrom, CredentialMode, TestType} from '../../../contract/enums.ts';
import type {AccountId, BatchId, CredentialSetId, EnvironmentId, ProjectId} from '../../../contract/ids.ts';
import type {ProjectBrowser} from '../../../contract/project.ts';
import type {Bit, Json, Millis} from '../columns.ts';
import type {EnvironmentAuthMode} from '../../../contract/environment.ts';

export type ProjectTable = {
	id: ProjectId;
	account_id: AccountId;
	name: string;
	type: TestType;
	created_from: CreatedFrom;
	target_url: string | null;
	/** What it is about, in words of its owner. */
	description: string | null;
	instruction: string | null;
	/** Encrypted; null when none. */
	login: string | null;
	test_id_attributes: Json<string[]> | null;
	capture_max_age_hours: number | null;
	/** Runs that execute at once at most; null: no limit of its own. */
	max_parallel: number | null;
	/** Settings of the browser that differ from what is usual; null: none does. */
	browser_settings: Json<ProjectBrowser> | null;
	last_batch_id: BatchId | null;
	created_at: Millis;
	updated_at: Millis;
};

/** The static credential of a project. */
export type CredentialTable = {
	project_id: ProjectId;
	auth_type: AuthType;
	/** Of an `API key` only. */
	header_name: string | null;
	/** Encrypted; null for `public`. */
	credential: string | null;
	updated_at: Millis;
};

/** A credential of some families or endpoints of a project. */
export type CredentialSetTable = {
	id: CredentialSetId;
	project_id: ProjectId;
	name: string;
	mode: CredentialMode;
	auth_type: AuthType | null;
	header_name: string | null;
	/** Encrypted. */
	credential: string | null;
	/** Encrypted JSON of `{name, value}[]`. */
	extra_headers: string | null;
	/** Family → epoch milliseconds since when it is assigned. */
	families: Json<Record<string, Millis>>;
	/** Endpoint id → epoch milliseconds since when it is assigned. */
	endpoint_ids: Json<Record<string, Millis>>;
	created_at: Millis;
	updated_at: Millis;
};

/** The recurring-token login of a project. */
export type AutoAuthTable = {
	project_id: ProjectId;
	enabled: Bit;
	method: AutoAuthMethod;
	inject: AutoAuthInject;
	/** Everything that is not secret. */
	settings: Json<object>;
	/** Encrypted JSON: password, client secret, refresh token. */
	secrets: string;
	health: AuthHealthState;
	verified_at: Millis | null;
	last_refresh_at: Millis | null;
	last_refresh_error: string | null;
	token_expires_at: Millis | null;
	refresh_token_saved_at: Millis | null;
	updated_at: Millis;
};

export type EnvironmentTables = {environments: EnvironmentTable};

/** A named target of a project. The default one also stands in the project's `target_url` and `login`. */
export type EnvironmentTable = {
	id: EnvironmentId;
	project_id: ProjectId;
	name: string;
	/** The name as it is compared: without case. */
	name_key: string;
	url: string | null;
	is_default: Bit;
	auth_mode: EnvironmentAuthMode;
	/** Encrypted; null when none. */
	login: string | null;
	/** Encrypted JSON of key → value; null when none. */
	variables: string | null;
	/** The keys in the clear: to count them and to plan with them needs no secret. */
	variable_keys: Json<string[]>;
	created_at: Millis;
	updated_at: Millis;
};
