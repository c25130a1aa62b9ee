import {directus} from './directus.mjs';

export default directus(8056);
