import type { PageData } from '../page-data.ts';
import { page } from './page.ts';

const data = document.getElementById('data');
// What is in the file was written by the program that wrote this beside it.
if (data !== null) page(JSON.parse(data.textContent) as PageData);
