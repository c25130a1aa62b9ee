import type {AutoAuthInject, AutoAuthMethod} from '../../../contract/authentication.ts';

/** What a login needs and everybody who may read the project may see. */
export type LoginSettings = {
	injectKey?: string | undefined;
	/** The word in front of the token; undefined: `Bearer` for a bearer token, none in a header. */
	injectScheme?: string | undefined;
	loginUrl?: string | undefined;
	loginMethod?: 'POST' | 'PUT' | undefined;
	loginContentType?: LoginContentType | undefined;
	loginBodyTemplate?: string | undefined;
	username?: string | undefined;
	tokenPath?: string | undefined;
	tokenEndpoint?: string | undefined;
	clientId?: string | undefined;
	scope?: string | undefined;
	region?: string | undefined;
};
export type LoginContentType = 'application/json' | 'application/x-www-form-urlencoded';

/** What is encrypted at rest and never answered. */
export type LoginSecrets = {
	password?: string | undefined;
	clientSecret?: string | undefined;
	refreshToken?: string | undefined;
};

/** One complete login configuration. */
export type LoginConfig = {
	method: AutoAuthMethod;
	inject: AutoAuthInject;
	settings: LoginSettings;
	secrets: LoginSecrets;
};

/** One request that asks for a token, and where its answer has it. */
export type LoginRequest = {
	method: 'POST' | 'PUT';
	url: string;
	headers: Record<string, string>;
	body: string;
	tokenPath: string;
	/** Where a new refresh token stands that replaces the one that was used; null when there is none. */
	refreshTokenPath: string | null;
};

/** How one method makes its request. */
export type LoginMethod = {
	/** Fields that have to be given or stored, in the order in which they are asked for. */
	required: ReadonlyArray<keyof LoginSettings | keyof LoginSecrets>;
	/** Fields that it understands besides. */
	optional: ReadonlyArray<keyof LoginSettings | keyof LoginSecrets>;
	defaults: LoginSettings;
	request(settings: LoginSettings, secrets: LoginSecrets): LoginRequest;
};
