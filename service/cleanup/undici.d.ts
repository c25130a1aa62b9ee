// Single files of undici are loaded, because its index costs several times the start-up time; they ship no types.
declare module 'undici/lib/api/api-request.js' {
	import type {Dispatcher} from 'undici';

	const request: Dispatcher['request'];
	export default request;
}
