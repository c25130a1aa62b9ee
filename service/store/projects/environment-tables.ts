import type {EnvironmentAuthMode} from '../../../contract/environment.ts';
import type {Bit, Json, Millis} from '../columns.ts';

export type EnvironmentTables = {environments: EnvironmentTable};

/** A named target of a project. The default one also stands in the project's `target_url` and `login`. */
export type EnvironmentTable = {
	id: string;
	project_id: string;
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
